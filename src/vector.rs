//! Runs plain code as it is compiled for a newer processor, where there is one.
//!
//! The hot loops are plain Rust over arrays; compiled for AVX2 they take half as many steps. Nothing
//! is reordered or fused by that, so the bits are the same, and a test holds them to it. The one
//! `unsafe` of the program stands here: a function compiled for a processor may be called only on
//! one, which is asked first.

/// Runs `work` with AVX2 where the processor has it. What is to gain must be inlined into `work`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn wide<R>(work: impl FnOnce() -> R) -> R {
    if is_wide() {
        #[expect(unsafe_code, reason = "the processor was asked")]
        unsafe {
            with_avx2(work)
        }
    } else {
        work()
    }
}

/// Runs `work`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn wide<R>(work: impl FnOnce() -> R) -> R {
    work()
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
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}
