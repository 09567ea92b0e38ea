//! The grammar of agent specs: `name`, or `name:key=value,key=value`, nested in parentheses.

use std::fmt;
use std::str::FromStr;

/// The most agents inside of each other: each of them is a call deeper, and stacks are finite.
const DEEPEST: usize = 32;
/// The most characters of a spec that an error repeats.
const SHOWN: usize = 200;

/// A spec taken apart, before its keys are looked up.
///
/// ```
/// use cornerwise_engine::Spec;
/// let spec: Spec = "uct:sims=100,c=0.7".parse().unwrap();
/// assert_eq!(spec.name, "uct");
/// assert_eq!(spec.arguments[1], ("c".to_owned(), "0.7".to_owned()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The agent's name.
    pub name: String,
    /// Keys and values in order; the key is empty for a value without one.
    pub arguments: Vec<(String, String)>,
}

/// Why a spec names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent \"{spec}\": {reason}")]
pub struct SpecError {
    /// The spec.
    pub spec: String,
    /// What is wrong, and what is allowed.
    pub reason: String,
}

impl SpecError {
    pub(crate) fn new(spec: impl Into<String>, reason: impl Into<String>) -> SpecError {
        // Whatever was typed, the error stays one line.
        let line = |text: String| text.replace(char::is_control, "\u{fffd}");
        let mut spec = line(spec.into());
        if let Some((end, _)) = spec.char_indices().nth(SHOWN) {
            spec.truncate(end);
            spec.push('…');
        }
        SpecError { spec, reason: line(reason.into()) }
    }
}

impl Spec {
    /// The same with another value of a key.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Spec {
        match self.arguments.iter_mut().find(|(other, _)| other == key) {
            Some((_, old)) => value.clone_into(old),
            None => self.arguments.push((key.to_owned(), value.to_owned())),
        }
        self
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        if depth(text) > DEEPEST {
            let reason = format!("more than {DEEPEST} agents inside of each other");
            return Err(SpecError::new(text, reason));
        }
        let error = |reason: &str| SpecError::new(text, reason);
        let (name, rest) = match text.split_once(':') {
            None => (text, None),
            Some((name, rest)) => (name, Some(rest)),
        };
        if name.is_empty() {
            return Err(error("there is no name"));
        }
        let mut arguments = Vec::new();
        if let Some(rest) = rest {
            for part in split(rest, ',').map_err(error)? {
                arguments.push(argument(part).map_err(error)?);
            }
        }
        Ok(Spec { name: name.to_owned(), arguments })
    }
}

/// A key and a value; quotes around a value are taken off.
fn argument(part: &str) -> Result<(String, String), &'static str> {
    let part = part.trim();
    if part.is_empty() {
        return Err("an argument is empty");
    }
    let (key, value) = match split(part, '=')?.as_slice() {
        [value] => ("", *value),
        [key, ..] if key.trim().is_empty() => return Err("there is no key before a \"=\""),
        [key, ..] => (key.trim(), &part[key.len() + 1..]),
        [] => return Err("an argument is empty"),
    };
    let value = value.trim();
    let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    let value = if quoted { &value[1..value.len() - 1] } else { value };
    Ok((key.to_owned(), value.to_owned()))
}

/// An upper bound of how many agents of a spec are inside of each other.
///
/// An agent inside of another one stands in its arguments, so that every level has a colon. A comma or a plus sign ends
/// what has begun since the last parenthesis or quotation mark, but for the agent whose arguments they divide.
fn depth(text: &str) -> usize {
    let (mut level, mut deepest) = (0_usize, 0);
    // The levels outside of the parentheses that are open, and how many were open at a quotation mark.
    let (mut outside, mut quoted) = (Vec::new(), None);
    for c in text.chars() {
        match (c, quoted) {
            (':', _) => level += 1,
            (',' | '+', _) => level = level.min(outside.last().map_or(1, |outer| outer + 1)),
            ('"', None) => {
                quoted = Some(outside.len());
                outside.push(level);
            }
            ('"', Some(open)) => {
                level = outside[open];
                outside.truncate(open);
                quoted = None;
            }
            ('(', _) => outside.push(level),
            (')', _) if outside.len() > quoted.map_or(0, |open| open + 1) => {
                level = outside.pop().unwrap_or(0);
            }
            _ => {}
        }
        deepest = deepest.max(level);
    }
    deepest
}

/// Splits at a character that stands outside of parentheses and quotes.
pub(crate) fn split(text: &str, at: char) -> Result<Vec<&str>, &'static str> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut begin) = (0_usize, false, 0);
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("a \")\" has no \"(\"")?,
            _ if c == at && depth == 0 => {
                parts.push(&text[begin..i]);
                begin = i + c.len_utf8();
            }
            _ => {}
        }
    }
    if quoted {
        return Err("a quotation mark is not closed");
    }
    if depth > 0 {
        return Err("a \"(\" is not closed");
    }
    parts.push(&text[begin..]);
    Ok(parts)
}

/// The spec as it can be read again.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.arguments.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { "," })?;
            if !key.is_empty() {
                write!(f, "{key}=")?;
            }
            // What would be taken apart stands in quotation marks.
            let is_one = |at| split(value, at).is_ok_and(|parts| parts.len() == 1);
            let is_plain = is_one(',') && (!key.is_empty() || is_one('=')) && value.trim() == value;
            if is_plain && !value.is_empty() {
                f.write_str(value)?;
            } else {
                write!(f, "\"{value}\"")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_that_is_written_is_read() {
        for text in [
            "largest",
            "uct:sims=100,c=0.7",
            "mixed:0.9*(mc:sims=100,c=1)+0.1*random",
            "x:\"a b, c=d\",k=\" v\",e=\"\"",
            "x:\"k=v\",a=b=c",
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn a_value_without_a_key_has_no_equals_sign() {
        for text in ["uct:=5", "uct: =5", "uct:sims=5,=7"] {
            let error = text.parse::<Spec>().unwrap_err();
            assert_eq!(error.reason, "there is no key before a \"=\"", "{text}");
        }
    }

    /// Agents inside of each other in every way that can be written.
    #[test]
    fn agents_are_not_nested_without_end() {
        for (begin, end) in [
            ("mixed:1*(", ")"),
            ("mixed:1*", ""),
            ("mixed:of=1*", ""),
            ("mixed:1*random+1*(", ")"),
            ("relaxed:of=(", ")"),
        ] {
            for (count, fits) in [(5, true), (DEEPEST, true), (DEEPEST + 1, false), (3000, false)] {
                let spec = begin.repeat(count) + "random" + &end.repeat(count);
                for spec in [spec.clone(), format!("mixed:\"1*random+1*({spec})\"")] {
                    let fits = fits && spec.matches(':').count() <= DEEPEST;
                    match spec.parse::<Spec>() {
                        Ok(_) => assert!(fits, "{begin} {count}"),
                        Err(error) => {
                            assert!(!fits && error.to_string().len() < 1000, "{begin} {count}");
                            assert!(error.reason.contains("inside of each other"), "{error}");
                        }
                    }
                }
            }
        }
        let deep = "mixed:1*(".repeat(DEEPEST) + "random" + &")".repeat(DEEPEST);
        assert!(crate::agent(&deep).is_ok());
    }

    #[test]
    fn agents_beside_each_other_are_not_deep() {
        let part = "0.1*(uct:sims=10,tree-mib=1)+0.1*mixed:1*largest+0.1*(uct:\"5\",tree-mib=1)+";
        let wide = format!("mixed:{}0.1*random", part.repeat(100));
        assert_eq!(crate::agent(&wide).err(), None);
        assert_eq!(depth(&wide), 2);
    }

    #[test]
    fn a_value_replaces_the_one_before() {
        let spec: Spec = "uct:sims=100".parse().unwrap();
        let spec = spec.with("threads", "2").with("sims", "5");
        assert_eq!(spec.to_string(), "uct:sims=5,threads=2");
    }
}
