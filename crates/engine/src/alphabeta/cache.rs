//! A file of searched positions that outlives the process and may be shared by several.
//!
//! The file is a log: every search and every look-up appends its record, a later line replaces an earlier
//! one for the same position, and so the order of lines is the order of last use. When the file would grow
//! beyond its bound it is rewritten without replaced lines and without the records that matter least.
//! A lock on a second file guards all writing; the log is only appended to or replaced as a whole, so that
//! a process that dies leaves at most an unfinished last line, which the next writer takes off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files;

use super::record::{self, Key, Record};

/// What a cache file begins with; a number follows that grows with every rewriting.
const TITLE: &str = "cornerwise minimax cache 1, rewritten ";
/// The length of the first line.
const HEADER: usize = TITLE.len() + 17;

/// The positions of one cache file.
#[derive(Debug)]
pub(crate) struct Cache {
    path: PathBuf,
    /// The most bytes of the file.
    most: usize,
    /// What was read, with the time of its last use.
    records: HashMap<Key, (u64, Record)>,
    /// Counts lines.
    time: u64,
    /// How often the file had been rewritten when it was read, and how far it was read.
    rewritten: u64,
    read: u64,
    /// Lines that could not be written yet.
    unsaved: String,
}

impl Cache {
    /// Opens or creates a cache file of at most so many bytes.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is not a sound cache file; it is left as it is.
    pub(crate) fn open(path: impl Into<PathBuf>, most: usize) -> Result<Cache, String> {
        let mut cache = Cache {
            path: path.into(),
            most,
            records: HashMap::new(),
            time: 0,
            rewritten: 0,
            read: 0,
            unsaved: String::new(),
        };
        let opened = cache.lock().and_then(|_lock| {
            if !cache.path.exists() {
                files::write(&cache.path, header(0).as_bytes())?;
            }
            cache.catch_up()
        });
        opened.map_err(|error| format!("cache {}: {error}", cache.path.display()))?;
        Ok(cache)
    }

    /// What is known of a position; it counts as used.
    pub(crate) fn get(&mut self, key: &Key) -> Option<Record> {
        let record = self.records.get(key)?.1.clone();
        self.put(key.clone(), record.clone());
        Some(record)
    }

    /// Notes the result of a search. What cannot be written now is written with the next record.
    pub(crate) fn put(&mut self, key: Key, record: Record) {
        self.unsaved += &record::write(&key, &record);
        self.note(key, record);
        // A full disk must not end a game: the record is known here, and its line is kept for later.
        let _ = self.save();
    }

    fn note(&mut self, key: Key, record: Record) {
        self.time += 1;
        self.records.insert(key, (self.time, record));
    }

    /// Appends what is unsaved, after reading what others have written.
    fn save(&mut self) -> io::Result<()> {
        let _lock = self.lock()?;
        self.catch_up()?;
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        if self.read as usize + self.unsaved.len() > self.most {
            let unsaved = std::mem::take(&mut self.unsaved);
            let rewritten = self.rewrite();
            if rewritten.is_err() {
                self.unsaved = unsaved;
            }
            return rewritten;
        }
        // What lies behind the last whole line is what a process left when it died.
        file.set_len(self.read)?;
        file.seek(SeekFrom::Start(self.read))?;
        file.write_all(self.unsaved.as_bytes())?;
        self.read += self.unsaved.len() as u64;
        self.unsaved.clear();
        Ok(())
    }

    /// Reads what was written since the last time. The file is locked.
    fn catch_up(&mut self) -> io::Result<()> {
        let mut file = File::open(&self.path)?;
        let mut first = [0; HEADER];
        let rewritten = match file.read_exact(&mut first) {
            Ok(()) => read_header(&first),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(error),
        };
        let rewritten = rewritten.ok_or_else(|| bad("this is not a cache file"))?;
        if rewritten != self.rewritten || self.read == 0 {
            (self.rewritten, self.read) = (rewritten, HEADER as u64);
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for line in text[..whole].lines() {
            let Some((key, record)) = record::read(line) else {
                let shown: String = line.chars().take(60).collect();
                return Err(bad(&format!(
                    "the file is damaged at \"{shown}\"; nothing was changed"
                )));
            };
            self.note(key, record);
        }
        self.read += whole as u64;
        Ok(())
    }

    /// Writes the file anew with the records that matter most. The file is locked and all of it was read.
    fn rewrite(&mut self) -> io::Result<()> {
        // Leaves room, so that the next rewriting is not soon.
        let goal = self.most / 4 * 3;
        let mut sorted: Vec<_> = self.records.iter().collect();
        // Positions late in the game are soon searched again: they go first, the longest unused before others.
        sorted.sort_by_key(|(_, (used, record))| (record.ply, std::cmp::Reverse(*used)));
        let mut size = HEADER;
        let mut kept = Vec::new();
        for (key, (used, record)) in sorted {
            let line = record::write(key, record);
            size += line.len();
            if size > goal {
                break;
            }
            kept.push((*used, line, key.clone()));
        }
        kept.sort_unstable_by_key(|(used, ..)| *used);
        let mut text = header(self.rewritten + 1);
        text.extend(kept.iter().map(|(_, line, _)| line.as_str()));
        files::write(&self.path, text.as_bytes())?;
        self.rewritten += 1;
        self.read = text.len() as u64;
        let mut records = HashMap::with_capacity(kept.len());
        for (_, _, key) in kept {
            if let Some(entry) = self.records.remove(&key) {
                records.insert(key, entry);
            }
        }
        self.records = records;
        Ok(())
    }

    /// Waits until no other process or thread writes; the lock ends with the file's life.
    fn lock(&self) -> io::Result<File> {
        let path = beside(&self.path, "lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        file.lock()?;
        Ok(file)
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }
}

fn bad(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn header(rewritten: u64) -> String {
    format!("{TITLE}{rewritten:016x}\n")
}

fn read_header(first: &[u8; HEADER]) -> Option<u64> {
    let line = std::str::from_utf8(first).ok()?.strip_suffix('\n')?;
    u64::from_str_radix(line.strip_prefix(TITLE)?, 16).ok()
}

/// The path with something appended to the file's name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// A path that no other test uses, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new() -> Scratch {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("cornerwise-cache-{}-{number}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            for path in [self.0.clone(), beside(&self.0, "lock")] {
                let _ = fs::remove_file(path);
            }
        }
    }

    fn key(position: u64) -> Key {
        Key::new(&"duo".parse().unwrap(), "area", 2, position)
    }

    fn record(ply: usize) -> Record {
        Record { ply, values: vec![1, -1], moves: vec!["a1".parse().unwrap()] }
    }

    const MIB: usize = 1 << 20;

    #[test]
    fn records_outlive_the_cache() {
        let scratch = Scratch::new();
        let mut cache = Cache::open(&scratch.0, MIB).unwrap();
        cache.put(key(1), record(3));
        assert_eq!(cache.get(&key(2)), None);
        drop(cache);
        let mut cache = Cache::open(&scratch.0, MIB).unwrap();
        assert_eq!(cache.get(&key(1)), Some(record(3)));
    }

    /// The latest positions of games go first, and among those the ones that were not used for longest.
    #[test]
    fn the_bound_is_kept_and_the_right_records_go() {
        let scratch = Scratch::new();
        let line = record::write(&key(0), &record(10)).len();
        let most = HEADER + 100 * line;
        let mut cache = Cache::open(&scratch.0, most).unwrap();
        for position in 0..20 {
            cache.put(key(position), record(10));
        }
        for position in 20..90 {
            cache.put(key(position), record(20));
        }
        // Used again, the first late one is the last to go.
        assert!(cache.get(&key(20)).is_some());
        for position in 90..110 {
            cache.put(key(position), record(20));
            assert!(fs::metadata(&scratch.0).unwrap().len() as usize <= most);
        }
        let mut cache = Cache::open(&scratch.0, most).unwrap();
        assert!((0..20).all(|position| cache.get(&key(position)).is_some()), "early ones stay");
        assert!(cache.get(&key(20)).is_some(), "what was used stays");
        assert!(cache.get(&key(21)).is_none(), "what was not used went");
        assert!(cache.get(&key(109)).is_some(), "the latest stays");
    }

    #[test]
    fn other_files_and_damaged_ones_are_refused_and_left_alone() {
        let scratch = Scratch::new();
        for text in [
            "",
            "notes of my own\n",
            "a line that is as long as the first line of a cache file is\n",
        ] {
            fs::write(&scratch.0, text).unwrap();
            let error = Cache::open(&scratch.0, MIB).unwrap_err();
            assert!(error.contains("not a cache file"), "{error}");
            assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text);
        }
        fs::remove_file(&scratch.0).unwrap();
        let mut cache = Cache::open(&scratch.0, MIB).unwrap();
        cache.put(key(1), record(1));
        cache.put(key(2), record(2));
        let text = fs::read_to_string(&scratch.0).unwrap().replacen(" area ", " aera ", 1);
        fs::write(&scratch.0, &text).unwrap();
        let error = Cache::open(&scratch.0, MIB).unwrap_err();
        assert!(error.contains("damaged at \"duo aera"), "{error}");
        assert_eq!(fs::read_to_string(&scratch.0).unwrap(), text);
        assert!(crate::agent(&format!("minimax:cache={}", scratch.0.display())).is_err());
    }

    #[test]
    fn an_unfinished_line_is_taken_off() {
        let scratch = Scratch::new();
        let mut cache = Cache::open(&scratch.0, MIB).unwrap();
        cache.put(key(1), record(1));
        let mut text = fs::read_to_string(&scratch.0).unwrap();
        text += "duo area 2 00";
        fs::write(&scratch.0, &text).unwrap();
        let mut cache = Cache::open(&scratch.0, MIB).unwrap();
        cache.put(key(2), record(2));
        let cache = Cache::open(&scratch.0, MIB).unwrap();
        assert_eq!(cache.len(), 2);
    }

    #[test]
    fn writers_at_the_same_time_lose_nothing() {
        let scratch = Scratch::new();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &scratch.0;
                scope.spawn(move || {
                    let mut cache = Cache::open(path, MIB).unwrap();
                    for number in 0..100 {
                        cache.put(key(writer * 1000 + number), record(5));
                    }
                });
            }
        });
        assert_eq!(Cache::open(&scratch.0, MIB).unwrap().len(), 400);
    }

    /// Writers that make each other rewrite the file keep it sound and within its bound.
    #[test]
    fn writers_at_the_same_time_may_rewrite() {
        let scratch = Scratch::new();
        let most = HEADER + 50 * record::write(&key(0), &record(5)).len();
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &scratch.0;
                scope.spawn(move || {
                    let mut cache = Cache::open(path, most).unwrap();
                    for number in 0..60 {
                        let ply = if number == 0 { 1 } else { 5 };
                        cache.put(key(writer * 1000 + number), record(ply));
                        assert!(cache.unsaved.is_empty());
                    }
                });
            }
        });
        assert!(fs::metadata(&scratch.0).unwrap().len() as usize <= most);
        let mut cache = Cache::open(&scratch.0, most).unwrap();
        assert!((0..4).all(|writer| cache.get(&key(writer * 1000)).is_some()));
    }

    #[test]
    fn minimax_answers_from_the_file() {
        use crate::agent::Context;
        let scratch = Scratch::new();
        let spec = format!("minimax:depth=2,cache={}", scratch.0.display());
        let position = cornerwise_core::Position::start("7x7".parse().unwrap());
        let stop = crate::Stop::default();
        let decide = |seed| {
            let mut rng = cornerwise_core::game_rng(seed, 0);
            let mut agent = crate::agent(&spec).unwrap();
            agent.decide(&position, &mut Context::new(&stop, &mut rng)).unwrap()
        };
        let (first, second) = (decide(1), decide(1));
        assert!(first.counters.nodes > 0);
        assert_eq!(second.counters.nodes, 0);
        assert_eq!(first.mv, second.mv);
        assert_eq!(first.candidates[0].value, second.candidates[0].value);
        let moves: std::collections::BTreeSet<_> = (0..20).map(|seed| decide(seed).mv).collect();
        assert!(moves.len() > 3, "all best moves are remembered");
    }
}
