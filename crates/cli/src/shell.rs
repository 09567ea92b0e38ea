//! Commands to be typed into a shell.

/// A command line with quotes where a shell needs them.
pub fn command(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    words.into_iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:=,+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_shell_would_change_is_quoted() {
        assert_eq!(command(["match", "uct:c=0.7,sims=9"]), "match uct:c=0.7,sims=9");
        assert_eq!(command(["gtp:\"a b\"", "", "it's"]), r#"'gtp:"a b"' '' 'it'\''s'"#);
    }
}
