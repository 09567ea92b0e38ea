//! A message: what is wanted, and the name by which it is answered.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::refusal::{Code, Refusal};

/// The longest id, in characters.
const LONGEST_ID: usize = 64;

/// What somebody wants, and by which name it is answered.
#[derive(Debug)]
pub struct Envelope<T> {
    /// A text or a number of the sender's choice; null if there is none.
    pub id: Value,
    /// What is wanted.
    pub content: T,
}

/// A message that was not understood.
#[derive(Debug)]
pub struct Unread {
    /// Its id, if that could be read.
    pub id: Value,
    /// What is wrong.
    pub refusal: Refusal,
}

impl<T: DeserializeOwned> Envelope<T> {
    /// Reads a message.
    ///
    /// # Errors
    /// Says what is wrong, with the id if that could be read.
    pub fn read(text: &str) -> Result<Envelope<T>, Box<Unread>> {
        let unread = |id: Value, text: String| {
            Box::new(Unread { id, refusal: Refusal::new(Code::Malformed, text) })
        };
        let value: Value = serde_json::from_str(text)
            .map_err(|error| unread(Value::Null, format!("not JSON: {error}")))?;
        let Value::Object(mut fields) = value else {
            return Err(unread(Value::Null, "a message is a JSON object".to_owned()));
        };
        let id = take_id(&mut fields)
            .map_err(|refusal| Box::new(Unread { id: Value::Null, refusal }))?;
        match serde_json::from_value(Value::Object(fields)) {
            Ok(content) => Ok(Envelope { id, content }),
            Err(error) => Err(unread(id, error.to_string())),
        }
    }
}

fn take_id(fields: &mut Map<String, Value>) -> Result<Value, Refusal> {
    let refuse = || {
        Refusal::new(
            Code::Malformed,
            format!("id: a number, or a text of at most {LONGEST_ID} characters"),
        )
    };
    match fields.remove("id") {
        None => Ok(Value::Null),
        Some(Value::String(id)) if id.chars().count() > LONGEST_ID => Err(refuse()),
        Some(id @ (Value::Null | Value::String(_) | Value::Number(_))) => Ok(id),
        Some(_) => Err(refuse()),
    }
}

/// The message that answers with a refusal.
pub fn error(id: &Value, refusal: &Refusal) -> String {
    json!({"type": "error", "id": id, "error": refusal}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Action;

    #[test]
    fn messages_are_read_with_their_ids() {
        let read = |text: &str| Envelope::<Action>::read(text);
        let message = read(r#"{"id":"a","type":"move","number":3,"move":"a1"}"#).unwrap();
        assert_eq!(message.id, "a");
        assert_eq!(message.content, Action::Move { number: 3, mv: "a1".to_owned().into() });
        assert_eq!(read(r#"{"type":"go"}"#).unwrap().id, Value::Null);
        for (text, id, part) in [
            ("", Value::Null, "not JSON"),
            ("[]", Value::Null, "object"),
            (r#"{"id":[],"type":"go"}"#, Value::Null, "id"),
            (r#"{"id":1}"#, 1.into(), "type"),
            (r#"{"id":1,"type":"fly"}"#, 1.into(), "fly"),
            (r#"{"id":1,"type":"go","now":true}"#, 1.into(), "now"),
            (r#"{"id":1,"type":"move","number":-1,"move":"a1"}"#, 1.into(), "-1"),
            (r#"{"id":1,"type":"hint","number":1,"strength":4}"#, 1.into(), "strength"),
        ] {
            let Unread { id: found, refusal } = *read(text).unwrap_err();
            assert_eq!(found, id, "{text}");
            assert!(refusal.message.contains(part), "{text}: {refusal}");
        }
    }
}
