//! Weight files: they read back, and whatever is no network is refused in one clear line.

use std::collections::BTreeMap;

use cornerwise_net::{About, Architecture, Residual, Tensor, Weights, WeightsError};
use proptest::prelude::*;

fn about(variant: &str, channels: usize, blocks: usize) -> About {
    let architecture = Architecture::residual(&variant.parse().unwrap(), channels, blocks);
    About { architecture, variant: variant.to_owned(), run: r#"{"seed":1}"#.to_owned() }
}

fn weights() -> Weights {
    Weights::random(about("duo", 4, 2), 1).unwrap()
}

#[test]
fn what_is_written_reads_back_and_is_the_same_for_the_same_seed() {
    for (variant, channels, blocks) in [("duo", 1, 0), ("classic", 5, 3), ("classic-3", 16, 1)] {
        let weights = Weights::random(about(variant, channels, blocks), 7).unwrap();
        let bytes = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes), Ok(weights.clone()));
        let again = Weights::random(about(variant, channels, blocks), 7).unwrap();
        assert_eq!(again.to_bytes(), bytes);
        assert_ne!(Weights::random(about(variant, channels, blocks), 8), Ok(again));
        let count: usize = weights.tensors().values().map(|tensor| tensor.numbers.len()).sum();
        assert_eq!(weights.architecture().parameter_count(), count);
    }
}

/// He: what follows a rectifier keeps its variance.
#[test]
fn random_weights_have_the_variance_of_he() {
    let weights = Weights::random(about("duo", 32, 2), 3).unwrap();
    for (name, inputs, gain) in
        [("block.0.conv1.weight", 288.0, 2.0), ("block.1.conv2.weight", 288.0, 1.0)]
    {
        let numbers = weights.numbers(name);
        let squares: f32 = numbers.iter().map(|number| number * number).sum();
        let variance = squares / numbers.len() as f32;
        assert!((variance * inputs / gain - 1.0).abs() < 0.1, "{name} {variance}");
    }
    assert!(weights.numbers("stem.conv.bias").iter().all(|&number| number == 0.0));
}

#[test]
fn tensors_that_only_training_needs_may_be_there() {
    let mut tensors = weights().tensors().clone();
    let reply = Tensor { shape: vec![1, 4], numbers: vec![0.5; 4] };
    tensors.insert("reply.weight".to_owned(), reply.clone());
    tensors.insert("soft.cells.weight".to_owned(), reply);
    let more = Weights::new(weights().about().clone(), tensors).unwrap();
    assert_eq!(Weights::from_bytes(&more.to_bytes()), Ok(more));
}

/// The weights with some tensors changed.
fn changed(change: impl FnOnce(&mut BTreeMap<String, Tensor>)) -> Result<Weights, WeightsError> {
    let mut tensors = weights().tensors().clone();
    change(&mut tensors);
    Weights::new(weights().about().clone(), tensors)
}

#[test]
fn wrong_tensors_are_named() {
    let name = || "block.0.conv1.bias".to_owned();
    let missing = changed(|tensors| drop(tensors.remove(&name())));
    assert_eq!(missing, Err(WeightsError::Missing(name())));
    let long = changed(|tensors| {
        tensors.insert(name(), Tensor { shape: vec![5], numbers: vec![0.0; 5] });
    });
    assert_eq!(
        long.unwrap_err().to_string(),
        "block.0.conv1.bias has the shape [5] instead of [4]"
    );
    let short = changed(|tensors| {
        tensors.insert(name(), Tensor { shape: vec![4], numbers: vec![0.0; 3] });
    });
    assert_eq!(
        short.unwrap_err().to_string(),
        "block.0.conv1.bias has the shape [3] instead of [4]"
    );
    let unknown = changed(|tensors| {
        tensors.insert("head".to_owned(), Tensor { shape: vec![1], numbers: vec![0.0] });
    });
    assert_eq!(unknown, Err(WeightsError::Unexpected("head".to_owned())));
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bad = changed(|tensors| tensors.get_mut(&name()).unwrap().numbers[2] = number);
        assert_eq!(bad, Err(WeightsError::NotFinite(name())));
    }
}

#[test]
fn architectures_that_cannot_be_are_refused() {
    let changed = |change: fn(&mut Residual)| {
        let mut about = about("duo", 4, 2);
        let Architecture::Residual(residual) = &mut about.architecture;
        change(residual);
        Weights::random(about, 1).map(drop).unwrap_err().to_string()
    };
    assert_eq!(changed(|it| it.channels = 0), "a network cannot have 0 channels");
    assert_eq!(
        changed(|it| it.channels = usize::MAX).len(),
        "a network cannot have  channels".len() + 20
    );
    assert_eq!(changed(|it| it.blocks = 1000), "a network cannot have 1000 blocks");
    assert_eq!(changed(|it| it.players = 3), "a network cannot have 3 players");
    assert_eq!(changed(|it| it.planes = 3), "a network cannot have 3 planes");
    assert_eq!(changed(|it| it.globals = 3), "a network cannot have 3 globals");
    assert_eq!(changed(|it| it.limit = f32::NAN), "a network cannot have the limit NaN");
    let pooling = "a network cannot have pooling in the blocks [1, 1] of 2";
    assert_eq!(changed(|it| it.pooling = vec![1, 1]), pooling);
    let pooling = "a network cannot have pooling in the blocks [2] of 2";
    assert_eq!(changed(|it| it.pooling = vec![2]), pooling);
}

/// A file with a text of its header replaced by another one of the same length.
fn rewritten(old: &str, new: &str) -> String {
    assert_eq!(old.len(), new.len());
    let mut bytes = weights().to_bytes();
    let at = bytes.windows(old.len()).position(|part| part == old.as_bytes()).unwrap();
    bytes[at..at + old.len()].copy_from_slice(new.as_bytes());
    let error = Weights::from_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 1);
    error
}

#[test]
fn files_of_others_and_of_another_time_are_refused() {
    let no_format = "no network of cornerwise: there is no format in its metadata";
    assert_eq!(rewritten("cornerwise-network", "cornerwise-netware"), no_format);
    assert_eq!(rewritten("\"format\"", "\"former\""), no_format);
    let version = r#""version":"1""#;
    let later = "a file of version 9, but this program reads 1";
    assert_eq!(rewritten(version, r#""version":"9""#), later);
    let earlier = "for encoder 1, but this program reads 2";
    assert_eq!(rewritten(r#""encoder":"2""#, r#""encoder":"1""#), earlier);
    assert!(rewritten("residual", "perceptr").starts_with("unknown architecture: unknown variant"));
    assert!(rewritten(r#"\"blocks\""#, r#"\"blurks\""#).starts_with("unknown architecture"));
    assert_eq!(
        rewritten(r#""dtype":"F32""#, r#""dtype":"I32""#),
        "block.0.conv1.bias is not of type F32"
    );
    assert_eq!(
        rewritten("value.hidden.bias", "value.hidden.bios"),
        "there is no tensor value.hidden.bias"
    );
    for bytes in
        [&b""[..], b"{}", b"\x00\x00\x00\x00\x00\x00\x00\xff", b"GIF89a and so on, what is longer"]
    {
        let error = Weights::from_bytes(bytes).unwrap_err().to_string();
        assert!(error.starts_with("not a whole safetensors file: "), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let error = Weights::from_bytes(&vec![0; Weights::LARGEST + 1]).unwrap_err();
    assert_eq!(error.to_string(), "65 MiB are more than the 64 MiB of the largest network");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn truncated_files_are_refused(part in 0.0..1.0) {
        let bytes = weights().to_bytes();
        let error = Weights::from_bytes(&bytes[..(bytes.len() as f64 * part) as usize]).unwrap_err();
        prop_assert_eq!(error.to_string().lines().count(), 1);
    }

    /// A flipped bit is found, or it changed a number or a text and nothing else.
    #[test]
    fn corrupt_files_never_panic(at: prop::sample::Index, bit in 0..8_u32) {
        let mut bytes = weights().to_bytes();
        let at = at.index(bytes.len().min(3000));
        bytes[at] ^= 1 << bit;
        match Weights::from_bytes(&bytes) {
            Ok(read) => prop_assert_eq!(Weights::from_bytes(&read.to_bytes()), Ok(read)),
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
    }
}
