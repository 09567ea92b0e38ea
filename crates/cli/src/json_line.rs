//! Lines that are JSON.

use anyhow::{Result, anyhow, ensure};
use cornerwise_gtp::lines::Line;
use serde::de::DeserializeOwned;

/// What a line says in JSON; an error says where in the line it is, and is one line itself.
pub fn json<T: DeserializeOwned>(line: &Line) -> Result<T> {
    ensure!(!line.cut, "the line is too long");
    serde_json::from_str(&line.text).map_err(|error| {
        let (column, text) = (error.column(), error.to_string());
        // The parser's own place is always line 1.
        let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
        let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let text: String = text.chars().map(visible).take(200).collect();
        anyhow!("column {column}: {text}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_errors_are_short_and_say_where() {
        let line = |text: &str| Line { number: 7, text: text.to_owned(), cut: false };
        assert_eq!(json::<Vec<u8>>(&line("[1, 2]")).unwrap(), [1, 2]);
        let error = json::<Vec<u8>>(&line("[1, \"2\"]")).unwrap_err().to_string();
        assert_eq!(error, "column 7: invalid type: string \"2\", expected u8");
        let long = format!("\"\\n{}\"", "x".repeat(9999));
        let error = json::<Vec<u8>>(&line(&long)).unwrap_err().to_string();
        assert!(error.len() < 300 && error.lines().count() == 1);
    }
}
