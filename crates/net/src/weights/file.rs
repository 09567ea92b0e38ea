//! Weights as safetensors files.

use std::collections::BTreeMap;

use safetensors::{Dtype, SafeTensors};
use serde_json::{Map, Value, json};

use crate::architecture::Architecture;
use crate::encoder::ENCODER_VERSION;

use super::{About, Tensor, Weights, WeightsError};

/// What the metadata say of the format.
const FORMAT: &str = "cornerwise-network";
const VERSION: u32 = 1;
/// The length of the header stands in so many bytes at the beginning, and tensors begin at multiples of it.
const LENGTH_BYTES: usize = 8;

impl Weights {
    /// The longest file in bytes.
    pub const LARGEST: usize = 64 << 20;

    /// The safetensors file. The same weights are always the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let architecture = serde_json::to_string(&self.about.architecture);
        let mut header = Map::new();
        let metadata = json!({
            "format": FORMAT,
            "version": VERSION.to_string(),
            "architecture": architecture.expect("an architecture is plain data"),
            "encoder": ENCODER_VERSION.to_string(),
            "variant": self.about.variant,
            "run": self.about.run,
        });
        header.insert("__metadata__".to_owned(), metadata);
        let mut end = 0;
        for (name, Tensor { shape, numbers }) in &self.tensors {
            let begin = end;
            end += size_of_val(&numbers[..]);
            let entry = json!({ "dtype": "F32", "shape": shape, "data_offsets": [begin, end] });
            header.insert(name.clone(), entry);
        }
        // The crate writes metadata in an order of chance, so the header is written here.
        let mut header = Value::Object(header).to_string().into_bytes();
        header.resize(header.len().next_multiple_of(LENGTH_BYTES), b' ');
        let mut bytes = Vec::with_capacity(LENGTH_BYTES + header.len() + end);
        bytes.extend((header.len() as u64).to_le_bytes());
        bytes.extend(header);
        for tensor in self.tensors.values() {
            bytes.extend(tensor.numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Reads a safetensors file.
    ///
    /// # Errors
    /// Says why it is no network that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let (mib, most) = (bytes.len().div_ceil(1 << 20), Weights::LARGEST >> 20);
        if bytes.len() > Weights::LARGEST {
            return Err(WeightsError::TooLarge { mib, most });
        }
        let foreign = |error: safetensors::SafeTensorError| {
            // Some of its messages repeat a file's text, which may have any length and lines.
            let text: String = error.to_string().chars().take(80).collect();
            WeightsError::Foreign(text.replace(char::is_control, " "))
        };
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(foreign)?;
        let file = SafeTensors::deserialize(bytes).map_err(foreign)?;
        let entry = |name: &'static str| {
            let metadata = header.metadata().as_ref();
            metadata.and_then(|known| known.get(name)).ok_or(WeightsError::NoNetwork(name))
        };
        if entry("format")? != FORMAT {
            return Err(WeightsError::NoNetwork("format"));
        }
        for (key, what, known) in
            [("version", "a file of version", VERSION), ("encoder", "for encoder", ENCODER_VERSION)]
        {
            let found = entry(key)?;
            if *found != known.to_string() {
                let found = found.chars().take(10).collect();
                return Err(WeightsError::Version { what, found, known });
            }
        }
        let architecture: Architecture = serde_json::from_str(entry("architecture")?)
            .map_err(|error| WeightsError::Unknown(error.to_string()))?;
        // Before its shapes are computed.
        architecture.check()?;
        let about =
            About { architecture, variant: entry("variant")?.clone(), run: entry("run")?.clone() };
        let mut tensors = BTreeMap::new();
        for (name, view) in file.iter() {
            if view.dtype() != Dtype::F32 {
                return Err(WeightsError::Type(name.to_owned()));
            }
            let (numbers, _) = view.data().as_chunks();
            let numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            tensors.insert(name.to_owned(), Tensor { shape: view.shape().to_vec(), numbers });
        }
        Weights::new(about, tensors)
    }
}
