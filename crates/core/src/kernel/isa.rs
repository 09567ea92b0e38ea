//! The instruction sets that the inner loops are compiled for.

/// The instruction sets that inner loops are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// What every processor of the target has.
    Portable,
    /// AVX2 and the instructions for bits of its time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 as processors since Ice Lake and Zen 4 have it, with VNNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// An instruction set that this processor has: there is no other way to come by one than to ask which there are.
///
/// ```
/// use cornerwise_core::Isa;
/// assert_eq!(Isa::available()[0], Isa::PORTABLE);
/// assert!(Isa::available().contains(&Isa::best()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa(InstructionSet);

impl Isa {
    /// The set that every processor has.
    pub const PORTABLE: Isa = Isa(InstructionSet::Portable);

    /// Which one it is.
    #[inline]
    pub const fn set(self) -> InstructionSet {
        self.0
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "AVX-512",
        }
    }

    /// The best set that this processor has.
    pub fn best() -> Isa {
        *Isa::available().last().expect("the portable set is always there")
    }

    /// The sets that this processor has, the best one last.
    pub fn available() -> Vec<Isa> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut sets = vec![Isa::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512vnni");
            if has_avx2 {
                sets.push(Isa(InstructionSet::Avx2));
            }
            if has_avx2 && has_avx512 {
                sets.push(Isa(InstructionSet::Avx512));
            }
        }
        sets
    }
}

/// The name of the instruction set that move generation uses on this machine.
pub fn instruction_set() -> &'static str {
    Isa::best().name()
}

/// Declares a function that takes an [`Isa`] first and calls the version of a portable function that is compiled for it.
///
/// The portable function must be `#[inline(always)]`, so that it is compiled again with each instruction set.
#[macro_export]
macro_rules! for_each_isa {
    ($(#[$doc:meta])* $vis:vis $name:ident = $portable:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $(#[$doc])*
        #[inline]
        $vis fn $name(isa: $crate::Isa, $($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2($($arg: $ty),*) $(-> $ret)? {
                $portable($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2,avx512vnni"
            )]
            fn avx512($($arg: $ty),*) $(-> $ret)? {
                $portable($($arg),*)
            }
            match isa.set() {
                $crate::InstructionSet::Portable => $portable($($arg),*),
                // SAFETY: an `Isa` names this set only on processors that have it.
                #[cfg(target_arch = "x86_64")]
                $crate::InstructionSet::Avx2 => unsafe { avx2($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::InstructionSet::Avx512 => unsafe { avx512($($arg),*) },
            }
        }
    };
}

pub(super) use for_each_isa;
