//! The commands in the documentation print what it shows.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use trycmd::TestCases;
use trycmd::schema::Bin;

/// Runs the `console` blocks of the README and of every page in `docs/`.
///
/// A reader is in the repository's root. The commands of a page run one after the other in a copy of what is
/// used there, so that they can write files and leave none behind.
#[test]
fn the_documentation_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = pages(&root);
    assert!(pages.len() > 1, "the README and docs/ are there");

    let desk = tempfile::tempdir().unwrap();
    let mut copies = Vec::new();
    let cases = TestCases::new();
    cases.register_bin("cat", cat());
    for page in &pages {
        let copy = desk.path().join(page.file_name().unwrap());
        fs::copy(page, &copy).unwrap();
        copy_files(&root.join("data"), &copy.with_extension("in").join("data"));
        // A directory for results makes trycmd run the page in a place of its own.
        fs::create_dir(copy.with_extension("out")).unwrap();
        cases.case(&copy);
        copies.push(copy);
    }
    cases.run();

    if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for (copy, page) in copies.iter().zip(&pages) {
            fs::copy(copy, page).unwrap();
        }
    }
}

/// The system's `cat`, by which a page shows a file; where there is none, the block is left alone.
fn cat() -> Bin {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path).map(|directory| directory.join("cat"));
    places.find(|cat| cat.is_file()).map_or(Bin::Ignore, Bin::Path)
}

fn pages(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut pages: Vec<PathBuf> = entries.filter(is_page).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}
