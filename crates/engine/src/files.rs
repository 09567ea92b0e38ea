//! Files, read with a bound and written whole.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Larger files are refused; the largest honest ones, collections of games, are far smaller.
pub const LARGEST: u64 = 256 << 20;
/// The most symbolic links that lead to each other; systems have the same bound.
const MOST_LINKS: usize = 40;

/// The bytes of a file that is not absurdly large.
///
/// # Errors
/// When the file cannot be read, or is larger than [`LARGEST`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let problem = format!("larger than {} MiB", LARGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// Writes a file whole or not at all, as [`NewFile`] does.
///
/// # Errors
/// When the file cannot be written; what was there before stays.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(contents)?;
    file.keep()
}

/// A file that is written piece by piece and is there whole or not at all: it has a temporary name beside the one it is to have, until it is kept.
///
/// A symbolic link stays, and what it leads to is written. A file that is there keeps its mode. What is no file, such as a
/// pipe or a device, is written directly.
pub struct NewFile {
    file: File,
    /// The temporary name and the one to have; none for what is written directly.
    names: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Begins a file; what was there before stays until the new one is kept.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let known = match fs::metadata(path) {
            Ok(known) => Some(known),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        match (known, target(path)?) {
            (Some(known), _) if !known.is_file() => NewFile::direct(path),
            (_, Target::Descriptor) => NewFile::direct(path),
            (known, Target::Path(target)) => NewFile::beside(target, known.as_ref()),
        }
    }

    /// Appends, since others may have written to it before.
    fn direct(path: &Path) -> io::Result<NewFile> {
        Ok(NewFile { file: OpenOptions::new().append(true).open(path)?, names: None })
    }

    fn beside(path: PathBuf, known: Option<&Metadata>) -> io::Result<NewFile> {
        if known.is_some() {
            // Renaming would replace a file that is not ours to write.
            OpenOptions::new().write(true).open(&path)?;
        }
        let (temporary, file) = create_beside(&path)?;
        let new = NewFile { file, names: Some((temporary, path)) };
        if let Some(known) = known {
            take_over(&new.file, known)?;
        }
        Ok(new)
    }

    /// Writes all of it to the disk and gives it its name.
    ///
    /// # Errors
    /// When that fails; what was there before stays.
    pub fn keep(mut self) -> io::Result<()> {
        let Some((temporary, path)) = &self.names else { return Ok(()) };
        self.file.sync_all()?;
        fs::rename(temporary, path)?;
        sync_directory(directory(path));
        // There is nothing left to remove.
        self.names = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes what is not kept.
impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.names {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Where symbolic links lead.
enum Target {
    Path(PathBuf),
    /// To a file that a process has open, such as `/dev/stdout`. Its name may be gone, and whoever has opened it does not
    /// see another file of that name.
    Descriptor,
}

/// Follows the last part of a path as long as it is a symbolic link. There may be nothing where it leads to.
fn target(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) {
            return Ok(Target::Path(path));
        }
        if cfg!(unix) && (path.starts_with("/proc") || path.starts_with("/dev/fd")) {
            return Ok(Target::Descriptor);
        }
        // A relative link is relative to where it is; an absolute one replaces all of the path.
        path = directory(&path).join(fs::read_link(&path)?);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A new file in the same directory, and its name, which nobody else has.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!(".cornerwise-{}-{number}.tmp", process::id());
        let temporary = directory(path).join(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            // A process with the same number was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((temporary, opened?)),
        }
    }
}

/// Gives a new file the mode and, where that is allowed, the owner of the one before; while there is nothing to read in it.
fn take_over(file: &File, known: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let _only_root_may = fchown(file, Some(known.uid()), Some(known.gid()));
    }
    file.set_permissions(known.permissions())
}

/// Makes a renaming last. By then the file is whole in any case, and not every file system can do it.
fn sync_directory(directory: &Path) {
    if cfg!(unix) {
        let _ = File::open(directory).and_then(|directory| directory.sync_all());
    }
}

/// The directory of a file.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path =
                std::env::temp_dir().join(format!("cornerwise-files-{}-{name}", process::id()));
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_are_replaced_and_nothing_is_left_beside_them() {
        let scratch = Scratch::new("replace");
        let path = scratch.0.join("file");
        write(&path, b"a long text").unwrap();
        write(&path, b"short").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"short");
        assert!(write(&scratch.0, b"no file").is_err());
        assert!(write(&scratch.0.join("nowhere/file"), b"no directory").is_err());
        // What is not kept is as if it had never begun.
        let mut dropped = NewFile::create(&path).unwrap();
        dropped.write_all(b"half of").unwrap();
        assert_eq!(scratch.names().len(), 2);
        drop(dropped);
        assert_eq!(fs::read(&path).unwrap(), b"short");
        assert_eq!(scratch.names(), ["file"]);
    }

    #[test]
    fn threads_may_write_the_same_file() {
        let scratch = Scratch::new("threads");
        let path = scratch.0.join("file");
        std::thread::scope(|scope| {
            for thread in 0..4_u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        write(path, &[thread; 1000]).unwrap();
                    }
                });
            }
        });
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.len() == 1000 && bytes.iter().all(|&byte| byte == bytes[0]));
        assert_eq!(scratch.names(), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_mode_of_a_file_stays() {
        use std::os::unix::fs::PermissionsExt;
        let scratch = Scratch::new("mode");
        let path = scratch.0.join("file");
        for mode in [0o600, 0o640, 0o755] {
            fs::write(&path, "before").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write(&path, b"after").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            assert_eq!(fs::read(&path).unwrap(), b"after");
        }
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_stay() {
        use std::os::unix::fs::symlink;
        let scratch = Scratch::new("links");
        let at = |name: &str| scratch.0.join(name);
        fs::create_dir(at("inner")).unwrap();
        fs::write(at("inner/file"), "before").unwrap();
        symlink("inner/file", at("relative")).unwrap();
        symlink(at("relative"), at("absolute")).unwrap();
        symlink("inner/new", at("dangling")).unwrap();
        symlink("loop", at("loop")).unwrap();
        for (link, file) in
            [("relative", "inner/file"), ("absolute", "inner/file"), ("dangling", "inner/new")]
        {
            write(&at(link), link.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
            assert_eq!(fs::read_to_string(at(file)).unwrap(), link);
        }
        assert!(write(&at("loop"), b"").is_err());
        assert_eq!(scratch.names(), ["absolute", "dangling", "inner", "loop", "relative"]);
        assert_eq!(fs::read_dir(at("inner")).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_written_directly() {
        use std::os::unix::fs::FileTypeExt;
        let scratch = Scratch::new("pipe");
        let pipe = scratch.0.join("pipe");
        let made = process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let read = std::thread::scope(|scope| {
            let reader = scope.spawn(|| fs::read(&pipe).unwrap());
            write(&pipe, b"through the pipe").unwrap();
            reader.join().unwrap()
        });
        assert_eq!(read, b"through the pipe");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(scratch.names(), ["pipe"]);
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    /// As `/dev/stdout` is when it goes to a file: whoever has it open sees what is written.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_file_is_written_itself() {
        use std::os::fd::AsRawFd;
        use std::os::unix::fs::MetadataExt;
        let scratch = Scratch::new("open");
        let path = scratch.0.join("file");
        let file = File::create(&path).unwrap();
        let number = file.metadata().unwrap().ino();
        let name = format!("/dev/fd/{}", file.as_raw_fd());
        write(Path::new(&name), b"a").unwrap();
        write(Path::new(&name), b"b").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ab");
        assert_eq!(fs::metadata(&path).unwrap().ino(), number);
        assert_eq!(scratch.names(), ["file"]);
    }
}
