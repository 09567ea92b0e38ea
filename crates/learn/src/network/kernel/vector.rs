//! Registers of several floating-point numbers.

/// So many numbers that are added and multiplied at once.
///
/// # Safety
/// Only to be used on processors that have its instructions; pointers must be to `WIDTH` numbers.
pub(super) unsafe trait Vector: Copy {
    /// How many numbers.
    const WIDTH: usize;
    /// How many rows of two registers a tile may have, so that all sums stay in registers.
    const ROWS: usize;

    /// All the same.
    unsafe fn splat(number: f32) -> Self;
    /// Reads numbers.
    unsafe fn load(from: *const f32) -> Self;
    /// Writes numbers.
    unsafe fn store(self, to: *mut f32);
    /// Adds a product.
    unsafe fn add_product(self, a: Self, b: Self) -> Self;
}

/// What every processor has.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; 4]);

// SAFETY: it needs no special instructions.
unsafe impl Vector for Portable {
    const WIDTH: usize = 4;
    const ROWS: usize = 5;

    #[inline(always)]
    unsafe fn splat(number: f32) -> Self {
        Portable([number; 4])
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller promises four numbers.
        Portable(unsafe { from.cast::<[f32; 4]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller promises room for four numbers.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(self.0) }
    }

    #[inline(always)]
    unsafe fn add_product(self, a: Self, b: Self) -> Self {
        Portable(std::array::from_fn(|lane| self.0[lane] + a.0[lane] * b.0[lane]))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use std::arch::x86_64::{
        __m256, __m512, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_storeu_ps,
        _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_set1_ps, _mm512_storeu_ps,
    };

    use super::Vector;

    /// AVX2 with FMA.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256);

    // SAFETY: callers use it where the processor has AVX2 and FMA.
    unsafe impl Vector for Avx2 {
        const WIDTH: usize = 8;
        const ROWS: usize = 6;

        #[inline(always)]
        unsafe fn splat(number: f32) -> Self {
            // SAFETY: as above.
            Avx2(unsafe { _mm256_set1_ps(number) })
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            // SAFETY: as above, and the caller promises eight numbers.
            Avx2(unsafe { _mm256_loadu_ps(from) })
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            // SAFETY: as above, and the caller promises room for eight numbers.
            unsafe { _mm256_storeu_ps(to, self.0) }
        }

        #[inline(always)]
        unsafe fn add_product(self, a: Self, b: Self) -> Self {
            // SAFETY: as above.
            Avx2(unsafe { _mm256_fmadd_ps(a.0, b.0, self.0) })
        }
    }

    /// AVX-512.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(__m512);

    // SAFETY: callers use it where the processor has AVX-512F.
    unsafe impl Vector for Avx512 {
        const WIDTH: usize = 16;
        const ROWS: usize = 14;

        #[inline(always)]
        unsafe fn splat(number: f32) -> Self {
            // SAFETY: as above.
            Avx512(unsafe { _mm512_set1_ps(number) })
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            // SAFETY: as above, and the caller promises sixteen numbers.
            Avx512(unsafe { _mm512_loadu_ps(from) })
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            // SAFETY: as above, and the caller promises room for sixteen numbers.
            unsafe { _mm512_storeu_ps(to, self.0) }
        }

        #[inline(always)]
        unsafe fn add_product(self, a: Self, b: Self) -> Self {
            // SAFETY: as above.
            Avx512(unsafe { _mm512_fmadd_ps(a.0, b.0, self.0) })
        }
    }
}
