//! Runs plain code as it is compiled for a newer processor, where there is one.
//!
//! The hot loops are plain Rust over arrays; compiled for AVX2 they take half as many steps. Nothing
//! is reordered or fused by that, so the bits are the same, and a test holds them to it. The one
//! `unsafe` of the program stands here: a function compiled for a processor may be called only on
//! one, which is asked first.

/// Something to be done on numbers in a row. `run` and what it calls are marked `inline(always)`:
/// only what is inlined is compiled for the processor. (A closure cannot be marked so.)
pub trait Work {
    /// What comes of it.
    type Out;

    /// Does it.
    fn run(self) -> Self::Out;
}

/// Does some work with AVX2 where the processor has it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn wide<W: Work>(work: W) -> W::Out {
    if is_wide() {
        #[expect(unsafe_code, reason = "the processor was asked")]
        unsafe {
            with_avx2(work)
        }
    } else {
        work.run()
    }
}

/// Does some work.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn wide<W: Work>(work: W) -> W::Out {
    work.run()
}

/// Whether the processor has AVX2 and `METES_PLAIN` is not set, which is for tests.
#[cfg(target_arch = "x86_64")]
fn is_wide() -> bool {
    use std::sync::LazyLock;
    static WIDE: LazyLock<bool> = LazyLock::new(|| {
        let has =
            is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
        has && std::env::var_os("METES_PLAIN").is_none()
    });
    *WIDE
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn with_avx2<W: Work>(work: W) -> W::Out {
    work.run()
}
