//! The fields of a request, taken out one by one until only unknown ones are left.

use serde_json::{Map, Value};

use super::complaint::Complaint;

pub(super) struct Fields {
    pub id: String,
    left: Map<String, Value>,
}

impl Fields {
    /// The fields of an object that says its name.
    pub fn of(request: Value) -> Result<Fields, Complaint> {
        let Value::Object(mut left) = request else {
            let text = format!("a request is a JSON object, not {}", excerpt(&request));
            return Err(Complaint::new(text));
        };
        match left.remove("id") {
            Some(Value::String(id)) => Ok(Fields { id, left }),
            Some(other) => Err(Complaint::about("id", expected("a string", &other))),
            None => Err(Complaint::about("id", "the request has no id")),
        }
    }

    /// The value of a field, if it is there; `read` says whether it is what the words tell.
    pub fn take<T>(
        &mut self,
        name: &str,
        words: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Complaint> {
        let Some(value) = self.left.remove(name) else { return Ok(None) };
        match read(&value) {
            Some(read) => Ok(Some(read)),
            None => Err(Complaint::about(name, expected(words, &value))),
        }
    }

    pub fn text(&mut self, name: &str) -> Result<Option<String>, Complaint> {
        self.take(name, "a string", |value| value.as_str().map(str::to_owned))
    }

    pub fn list(&mut self, name: &str) -> Result<Option<Vec<Value>>, Complaint> {
        self.take(name, "a list", |value| value.as_array().cloned())
    }

    /// A list of turns, which are numbers up to the last one, each named once.
    pub fn turns(&mut self, name: &str, last: usize) -> Result<Option<Vec<usize>>, Complaint> {
        let Some(list) = self.list(name)? else { return Ok(None) };
        let mut turns = Vec::new();
        for value in list {
            let turn = value.as_u64().map(|turn| turn as usize).filter(|&turn| turn <= last);
            let turn = turn.ok_or_else(|| {
                Complaint::about(name, expected(&format!("turns from 0 to {last}"), &value))
            })?;
            if turns.contains(&turn) {
                return Err(Complaint::about(name, format!("turn {turn} is named twice")));
            }
            turns.push(turn);
        }
        Ok(Some(turns))
    }

    /// Warnings of the fields that nobody took.
    pub fn unknown(&self) -> impl Iterator<Item = Complaint> {
        self.left.keys().map(|name| Complaint::about(name, "unknown field").of(&self.id))
    }
}

fn expected(words: &str, found: &Value) -> String {
    format!("expected {words}, found {}", excerpt(found))
}

/// The beginning of a value, so that an answer stays readable whatever was asked.
fn excerpt(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(LONGEST).collect();
    if chars.next().is_some() { start + "…" } else { start }
}
