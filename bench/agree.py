"""Compares what metes and a peer answered, and counts what a check decided."""

import collections
import csv


def nearest(path):
    """The rows of a file: id, whether it is within reach, of what, and how far in feet."""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for name, within, other, feet in rows:
            yield name, within == "1", other, float(feet) if feet else None


def with_peer(ours, theirs, limit):
    """A sentence on how far two answers to the same question agree."""
    answers = {name: rest for name, *rest in nearest(ours)}
    rows = within = flips = others = touching = 0
    farthest, gap = 0.0, (0.0, "no row")
    for name, inside, other, feet in nearest(theirs):
        rows += 1
        within += inside
        our_inside, our_other, our_feet = answers.pop(name)
        if inside != our_inside:
            flips += 1
            farthest = max(farthest, abs((our_feet if our_inside else feet) - limit))
        elif inside:
            gap = max(gap, (abs(feet - our_feet), name))
            others += other != our_other
            touching += other != our_other and feet == our_feet == 0
    said = f"{rows:,} rows, {within:,} within; {flips} differ"
    if flips:
        said += f" (all within {farthest:.4f} ft of the limit)"
    if answers:
        said += f"; {len(answers):,} rows are missing"
    said += f"; distances differ by up to {gap[0]:.4f} ft ({gap[1]})"
    return f"{said}; {others} rows name another park, {touching} of them where both are 0 ft away"


def within(path):
    """How many rows there are, and how many are within reach."""
    rows = inside = 0
    for _, reached, _, _ in nearest(path):
        rows += 1
        inside += reached
    return f"{rows:,} rows, {inside:,} within"


def check(path):
    """What a check decided, and how many rows carry a distance."""
    verdicts = collections.Counter()
    measured = 0
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            verdicts[row["verdict"]] += 1
            measured += bool(row["measured_ft"])
    rows = sum(verdicts.values())
    kinds = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(verdicts.items()))
    return f"{rows:,} rows, {measured:,} with measured_ft; {kinds}; {verdicts['undetermined']:,} not decided"
