//! Numbers as people write them.

use serde::Serializer;

/// Writes a number with no more digits than it was given with: 0.3, and not 0.30000001192092896.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
pub(crate) fn plain_number<S: Serializer>(number: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    let shortest = number.to_string().parse().expect("a number is written as one");
    serializer.serialize_f64(shortest)
}
