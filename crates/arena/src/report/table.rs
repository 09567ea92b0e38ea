//! Tables that can be written as HTML and as Markdown.

use std::fmt::Write;

/// A table with a header.
#[derive(Default)]
pub struct Table {
    pub header: Vec<Cell>,
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in one place of a table.
#[derive(Clone)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number, to the right.
    Number(String),
    /// Something to type, such as a spec; it may be long.
    Code(String),
    /// Something long that is shown on request, below these words.
    Folded(String, String),
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    pub fn number(text: impl Into<String>) -> Cell {
        Cell::Number(text.into())
    }

    /// A number with this many decimals, or a dash.
    pub fn decimal(value: Option<f64>, decimals: usize) -> Cell {
        Cell::Number(value.map_or_else(|| "–".to_owned(), |v| format!("{v:.decimals$}")))
    }

    fn html(&self, tag: &str, out: &mut String) {
        let _ = match self {
            Cell::Text(text) => write!(out, "<{tag}>{}</{tag}>", escape(text)),
            Cell::Number(text) => write!(out, "<{tag} class=\"n\">{}</{tag}>", escape(text)),
            Cell::Code(text) => write!(out, "<{tag}><code>{}</code></{tag}>", escape(text)),
            Cell::Folded(words, text) => write!(
                out,
                "<{tag}><details><summary>{}</summary><code>{}</code></details></{tag}>",
                escape(words),
                escape(text)
            ),
        };
    }

    fn markdown(&self) -> String {
        let line = |text: &str| text.replace(char::is_control, " ").replace('|', "\\|");
        match self {
            Cell::Text(text) | Cell::Number(text) | Cell::Folded(text, _) => {
                line(text).replace('<', "&lt;")
            }
            // A longer fence than any run of backticks inside.
            Cell::Code(text) if text.contains('`') => format!("``` {} ```", line(text)),
            Cell::Code(text) => format!("`{}`", line(text)),
        }
    }
}

impl Table {
    /// The table as HTML, in a box of its own that scrolls when the screen is too narrow.
    pub fn html(&self) -> String {
        let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
        for cell in &self.header {
            cell.html("th", &mut out);
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for cell in row {
                cell.html("td", &mut out);
            }
            out.push_str("</tr>\n");
        }
        out + "</tbody></table></div>\n"
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[Cell]| {
            let cells: Vec<String> = cells.iter().map(Cell::markdown).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = self.header.iter().map(|cell| match cell {
            Cell::Number(_) => "---:|",
            _ => "---|",
        });
        let rows = self.rows.iter().map(|row| line(row));
        format!("{}|{}\n{}", line(&self.header), rule.collect::<String>(), rows.collect::<String>())
    }
}

/// Text that means itself in HTML, between tags and in attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
