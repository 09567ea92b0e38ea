//! One line of a cache file.

use cornerwise_core::{Colour, Move, Variant};

/// What a cached search was a search of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    /// The variant, the evaluation and the depth, each without spaces.
    pub search: String,
    /// The hash of the position.
    pub position: u64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// How many moves had been played.
    pub ply: usize,
    /// What the best moves are worth to each player.
    pub values: Vec<i32>,
    /// All moves that are equally good.
    pub moves: Vec<Move>,
}

impl Key {
    /// The key of a position in a search to a depth.
    pub(crate) fn new(variant: &Variant, evaluation: &str, depth: usize, position: u64) -> Key {
        // Variants of one's own may share a name: what they are is in the key too.
        let name = variant.name();
        let variant = if variant.is_preset() {
            name.to_owned()
        } else {
            format!("{name}#{:016x}", digest(&format!("{variant:?}")))
        };
        Key { search: format!("{variant} {evaluation} {depth}"), position }
    }
}

/// The 64-bit FNV-1a hash, which is the same on every machine and for ever.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The line of a record, with its end: variant, evaluation, depth, position, moves played, values, best
/// moves, and a check sum of all that.
pub(crate) fn write(key: &Key, record: &Record) -> String {
    let values: Vec<_> = record.values.iter().map(i32::to_string).collect();
    let moves: Vec<_> = record.moves.iter().map(|mv| format!("{:04x}", mv.index())).collect();
    let (search, position) = (&key.search, key.position);
    let body =
        format!("{search} {position:016x} {} {} {}", record.ply, values.join(","), moves.concat());
    format!("{body} {:08x}\n", digest(&body) as u32)
}

/// Reads a line without its end.
pub(crate) fn read(line: &str) -> Option<(Key, Record)> {
    let (body, sum) = line.rsplit_once(' ')?;
    if format!("{:08x}", digest(body) as u32) != sum {
        return None;
    }
    let fields: Vec<&str> = body.split(' ').collect();
    let [variant, evaluation, depth, position, ply, values, moves] = fields[..] else {
        return None;
    };
    let values: Option<Vec<i32>> = values.split(',').map(|value| value.parse().ok()).collect();
    let moves: Option<Vec<Move>> = moves
        .as_bytes()
        .chunks(4)
        .map(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            Move::from_index(usize::from_str_radix(digits, 16).ok()?)
        })
        .collect();
    let record = Record { ply: ply.parse().ok()?, values: values?, moves: moves? };
    let position = u64::from_str_radix(position, 16).ok()?;
    let is_sound = !record.moves.is_empty() && (2..=Colour::MAX).contains(&record.values.len());
    let search = format!("{variant} {evaluation} {depth}");
    is_sound.then_some((Key { search, position }, record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_any_change_is_noticed() {
        let key = Key::new(&"duo".parse().unwrap(), "area", 3, 0x0123_4567_89ab_cdef);
        let moves = vec!["e10".parse().unwrap(), "f9,e10,f10,g10,f11".parse().unwrap()];
        let record = Record { ply: 7, values: vec![-5000, 5000], moves };
        let line = write(&key, &record);
        let line = line.strip_suffix('\n').unwrap();
        assert_eq!(read(line), Some((key, record)));
        for at in 0..line.len() {
            let mut bytes = line.as_bytes().to_vec();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(read(&changed), None, "{changed}");
        }
    }

    #[test]
    fn variants_with_one_name_are_told_apart() {
        let duo: Variant = "duo".parse().unwrap();
        let area = duo.clone().with_scoring(cornerwise_core::Scoring::Area);
        assert_ne!(Key::new(&duo, "area", 1, 0), Key::new(&area, "area", 1, 0));
    }
}
