//! What was read from files, once for all agents of the process that use it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

/// Contents of files that somebody still uses.
pub(crate) struct SharedFiles<T>(Mutex<Vec<Entry<T>>>);

struct Entry<T> {
    path: PathBuf,
    /// When the file was changed, and its length: another one is read again.
    stamp: (Option<SystemTime>, u64),
    content: Weak<T>,
}

impl<T> SharedFiles<T> {
    pub(crate) const fn new() -> SharedFiles<T> {
        SharedFiles(Mutex::new(Vec::new()))
    }

    /// The content of a file, which `read` reads unless somebody has it already.
    pub(crate) fn get(
        &self,
        path: &Path,
        read: impl FnOnce() -> Result<T, String>,
    ) -> Result<Arc<T>, String> {
        let about = fs::metadata(path).ok();
        let stamp = about.map(|about| (about.modified().ok(), about.len())).unwrap_or_default();
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.retain(|entry| entry.content.strong_count() > 0);
        let known = entries.iter().find(|entry| entry.path == path && entry.stamp == stamp);
        if let Some(content) = known.and_then(|entry| entry.content.upgrade()) {
            return Ok(content);
        }
        let content = Arc::new(read()?);
        let weak = Arc::downgrade(&content);
        entries.push(Entry { path: path.to_owned(), stamp, content: weak });
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_once_until_it_changes() {
        let directory =
            std::env::temp_dir().join(format!("cornerwise-shared-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("file");
        fs::write(&path, "one").unwrap();
        let files = SharedFiles::new();
        let read = || fs::read_to_string(&path).map_err(|error| error.to_string());
        let first = files.get(&path, read).unwrap();
        let again = files.get(&path, || panic!("it is read already")).unwrap();
        assert!(Arc::ptr_eq(&first, &again));
        fs::write(&path, "another").unwrap();
        assert_eq!(*files.get(&path, read).unwrap(), "another");
        drop((first, again));
        assert!(files.get(Path::new("nowhere"), || Err("no".to_owned())).is_err());
        fs::remove_dir_all(&directory).unwrap();
    }
}
