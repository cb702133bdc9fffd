"""Runs one command and tells what it cost: seconds of wall clock and of CPU, and megabytes at the peak."""

import os
import statistics
import subprocess
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Job:
    """A command that is timed, and what was found."""

    key: str
    label: str
    size: str
    command: list
    out: str
    env: dict = field(default_factory=dict)
    good: tuple = (0,)
    server: object = None
    # whether the answer is what it prints
    prints: bool = False
    wall: list = field(default_factory=list)
    cpu: list = field(default_factory=list)
    peak: list = field(default_factory=list)

    def median(self):
        """Median seconds of wall clock, seconds of CPU and megabytes."""
        return [statistics.median(values) for values in (self.wall, self.cpu, self.peak)]

    def run(self):
        if os.path.exists(self.out):
            os.remove(self.out)
        # what the last command has pushed out of the page cache must not count against this one
        for path in self.command:
            if os.path.isfile(path):
                with open(path, "rb", buffering=0) as file:
                    while file.read(1 << 20):
                        pass
        watch = Watch(self.server) if self.server else None
        with open(self.out + ".said", "w") as said, open(self.out if self.prints else os.devnull, "w") as answer:
            begun = time.perf_counter()
            stdout = answer if self.prints else said
            child = subprocess.Popen(self.command, env={**os.environ, **self.env}, stdout=stdout, stderr=said)
            # of the child and of all its descendants that it waited for; the peak is that of the largest
            # process, and never less than that of this one, from which it was started
            _, status, used = os.wait4(child.pid, 0)
            wall = time.perf_counter() - begun
        child.returncode = code = os.waitstatus_to_exitcode(status)
        cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
        if watch:
            more = watch.stop()
            cpu, peak = cpu + more[0], peak + more[1]
        if code not in self.good:
            with open(self.out + ".said") as said:
                raise SystemExit(f"{self.key} ended with {code}: {' '.join(self.command)}\n{said.read()[-2000:]}")
        self.wall.append(wall)
        self.cpu.append(cpu)
        self.peak.append(peak / 1e6)


class Watch:
    """Follows a server while a command uses it."""

    def __init__(self, server):
        self.server, self.peak, self.over = server, 0, threading.Event()
        self.before = server.cpu_seconds()
        self.thread = threading.Thread(target=self._look)
        self.thread.start()

    def _look(self):
        while not self.over.wait(0.2):
            self.peak = max(self.peak, self.server.resident())

    def stop(self):
        self.over.set()
        self.thread.join()
        time.sleep(0.2)  # until the last connection's process has ended and is counted
        return self.server.cpu_seconds() - self.before, self.peak
