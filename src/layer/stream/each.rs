//! Passes all features of a layer through some work, side by side and in the order of the file.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Gate, RawFeature, Stream, batch};
use crate::error::Result;
use crate::flow::{self, Steps};
use crate::geojson::{Before, Left, PIECE, Piece, Sketch, Splitter, Standing};

/// Some features of a layer, next to one another in the file.
pub struct Portion<'p> {
    /// The gate of the layer.
    pub gate: &'p Gate,
    piece: &'p Piece,
    admitted: &'p AtomicU64,
}

impl<'p> Portion<'p> {
    /// The features that the layer's filter lets in.
    pub fn sketches(&self) -> impl Iterator<Item = Sketch<'p>> {
        let (gate, admitted) = (self.gate, self.admitted);
        self.piece.sketches().filter(move |sketch| gate.admits_all() || gate.admits(sketch.properties())).inspect(
            move |_| {
                admitted.fetch_add(1, Ordering::Relaxed);
            },
        )
    }
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoOn {
    /// There is more to do.
    Yes,
    /// Nobody reads what is written.
    No,
}

/// What has been settled of the pieces so far.
#[derive(Default)]
struct Ledger {
    standing: Standing,
    /// Text of a feature that goes on in the next piece; once the list is over, all that follows.
    left: Left,
    over: Option<Before>,
}

impl Stream {
    /// Does `work` on all features, portion by portion, and gives what comes of each to `give` in
    /// the order of the file. The values of the `noted` properties are at hand without a search.
    ///
    /// # Errors
    /// As for [`crate::geojson::Reader::next_feature`]; a `crs` member that comes after the
    /// features and contradicts how they were read; a filter that lets nothing through; those of
    /// `give`.
    pub fn each<R: Send>(
        &mut self,
        noted: &[String],
        work: impl Fn(&Portion) -> R + Sync,
        mut give: impl FnMut(R) -> Result<GoOn> + Send,
    ) -> Result<()> {
        let first = self.first.take().unwrap_or_default();
        let list = if first.is_empty() { None } else { self.reader.hand_over(PIECE)? };
        let pieces = list.map(|splitter| (splitter, self.reader.standing()));
        let mut next = self.run(first, pieces, noted, &work, &mut give)?;
        while next == GoOn::Yes {
            let more = batch(&mut self.reader)?;
            if more.is_empty() {
                self.crs_came_in_time()?;
                return self.filter_let_something_through();
            }
            next = self.run(more, None, noted, &work, &mut give)?;
        }
        Ok(())
    }

    /// Does the work on some features, and on what follows them: pieces of a list, or what the
    /// ordinary reader reads.
    fn run<R: Send>(
        &mut self,
        first: Vec<RawFeature>,
        pieces: Option<(Splitter, Standing)>,
        noted: &[String],
        work: &(impl Fn(&Portion) -> R + Sync),
        give: &mut (impl FnMut(R) -> Result<GoOn> + Send),
    ) -> Result<GoOn> {
        let (gate, admitted) = (&self.gate, &self.admitted);
        let (reader, watch) = (&mut self.reader, &mut self.watch);
        let mut first = Some(first);
        let (mut splitter, standing) = match pieces {
            Some((splitter, standing)) => (Some(splitter), standing),
            None => (None, Standing::default()),
        };
        let mut ledger = Ledger { standing, ..Ledger::default() };
        let is_over = AtomicBool::new(false);
        let mut next = GoOn::Yes;
        let done = flow::run(
            flow::threads(),
            || Piece::new(noted),
            Steps {
                take: |piece: &mut Piece| match (first.take(), &mut splitter) {
                    (Some(first), _) => {
                        piece.put(first);
                        Ok(true)
                    }
                    (None, Some(splitter)) => {
                        Ok(!is_over.load(Ordering::Relaxed) && splitter.next(piece.text()).map_err(Some)?)
                    }
                    (None, None) => {
                        let more = batch(reader).map_err(Some)?;
                        let any = !more.is_empty();
                        piece.put(more);
                        Ok(any)
                    }
                },
                prepare: Piece::read,
                settle: |piece: &mut Piece| {
                    if ledger.over.is_some() {
                        ledger.left.text.extend_from_slice(piece.drop_features());
                    } else {
                        ledger.standing = piece.settle(ledger.standing, &mut ledger.left);
                        ledger.over = piece.stopped();
                        is_over.store(ledger.over.is_some(), Ordering::Relaxed);
                        if let Some(watch) = watch {
                            watch(ledger.standing);
                        }
                    }
                    Ok(())
                },
                work: |piece: &Piece| work(&Portion { gate, piece, admitted }),
                give: |made| match give(made) {
                    Ok(GoOn::Yes) => Ok(()),
                    Ok(GoOn::No) => Err(None),
                    Err(error) => Err(Some(error)),
                },
            },
        );
        match done {
            Ok(()) => {}
            Err(None) => next = GoOn::No,
            Err(Some(error)) => return Err(error),
        }
        if let Some(splitter) = splitter {
            let Ledger { standing, left, over } = ledger;
            self.reader.take_back(over.unwrap_or(Before::Comma), standing, left.text, splitter)?;
        }
        Ok(next)
    }
}
