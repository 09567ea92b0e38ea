//! The networks that come with the program.

use cornerwise_core::Variant;

use super::NetworkModel;

/// The network for a variant, if one comes with the program. None does yet.
pub(crate) fn shipped(_: &Variant) -> Option<&'static NetworkModel> {
    None
}
