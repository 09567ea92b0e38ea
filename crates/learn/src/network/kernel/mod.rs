//! Convolutions and what follows them, compiled for the instruction sets that processors have.
//!
//! Everything lies in [`Grid`]s: a row of channels for each cell, and a border of zeros around the board, so that no
//! convolution asks where the board ends.
#![expect(
    clippy::inline_always,
    reason = "loops must be compiled with the instructions of their caller"
)]

mod conv;
mod grid;
mod vector;

pub(super) use conv::{Conv, ConvGradient};
pub(super) use grid::{Grid, Rectifier};

use cornerwise_core::Isa;

/// The instructions that the loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kernel(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The best that this processor has.
    pub(super) fn best() -> Kernel {
        *Kernel::available().last().expect("the portable one is always there")
    }

    /// Those that this processor has, the best one last.
    pub(super) fn available() -> Vec<Kernel> {
        let kernel = |isa: Isa| match isa.set() {
            cornerwise_core::InstructionSet::Portable => Some(Kernel(Set::Portable)),
            #[cfg(target_arch = "x86_64")]
            cornerwise_core::InstructionSet::Avx2 => {
                is_x86_feature_detected!("fma").then_some(Kernel(Set::Avx2))
            }
            #[cfg(target_arch = "x86_64")]
            cornerwise_core::InstructionSet::Avx512 => Some(Kernel(Set::Avx512)),
        };
        Isa::available().into_iter().filter_map(kernel).collect()
    }
}

/// Declares a method of [`Kernel`] that calls the version of a generic function for its instructions.
macro_rules! for_each_set {
    ($(#[$doc:meta])* $name:ident = $generic:ident($($arg:ident: $ty:ty),*)) => {
        impl Kernel {
            $(#[$doc])*
            pub(in super::super) fn $name(self, $($arg: $ty),*) {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2,fma")]
                fn avx2($($arg: $ty),*) {
                    $generic::<vector::x86::Avx2>($($arg),*);
                }
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
                fn avx512($($arg: $ty),*) {
                    $generic::<vector::x86::Avx512>($($arg),*);
                }
                match self.0 {
                    Set::Portable => $generic::<vector::Portable>($($arg),*),
                    // SAFETY: `Kernel::available` names this set only on processors that have it.
                    #[cfg(target_arch = "x86_64")]
                    Set::Avx2 => unsafe { avx2($($arg),*) },
                    // SAFETY: the same.
                    #[cfg(target_arch = "x86_64")]
                    Set::Avx512 => unsafe { avx512($($arg),*) },
                }
            }
        }
    };
}
use for_each_set;
