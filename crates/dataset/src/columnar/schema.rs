//! The columns.

use parquet::basic::{Repetition, Type as Physical};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{Type, TypePtr};

/// A column of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What its values are.
    pub kind: &'static str,
}

const fn column(name: &'static str, kind: &'static str) -> Column {
    Column { name, kind }
}

/// All columns in order.
pub const COLUMNS: [Column; 18] = [
    column("game", "u64"),
    column("seed", "u64"),
    column("agents", "list of text"),
    column("ply", "u16"),
    column("opening", "bool"),
    column("colour", "u8"),
    column("player", "u8"),
    column("move", "text"),
    column("action", "u16"),
    column("visit_actions", "list of u16"),
    column("visit_counts", "list of u32"),
    column("values", "list of f32, or null"),
    column("scores", "list of f32, or null"),
    column("full", "bool"),
    column("settings", "text"),
    column("final_scores", "list of i16"),
    column("win_shares", "list of f32"),
    column("final_board", "list of u8"),
];

/// The schema of the files.
pub(super) fn schema() -> TypePtr {
    let fields: String = COLUMNS.iter().map(|column| field(*column)).collect();
    let text = format!("message position {{ {fields} }}");
    parse_message_type(&text).expect("the columns are well formed").into()
}

/// A column in the language of schemas.
fn field(Column { name, kind }: Column) -> String {
    let Some(element) = kind.strip_prefix("list of ") else {
        return primitive(name, kind);
    };
    let (element, repetition) = match element.strip_suffix(", or null") {
        Some(element) => (element, "OPTIONAL"),
        None => (element, "REQUIRED"),
    };
    let element = primitive("element", element);
    format!("{repetition} group {name} (LIST) {{ REPEATED group list {{ {element} }} }} ")
}

fn primitive(name: &str, kind: &str) -> String {
    let kind = match kind {
        "bool" => return format!("REQUIRED BOOLEAN {name}; "),
        "text" => return format!("REQUIRED BYTE_ARRAY {name} (STRING); "),
        "f32" => return format!("REQUIRED FLOAT {name}; "),
        whole => whole,
    };
    let bits = &kind[1..];
    let physical = if bits == "64" { "INT64" } else { "INT32" };
    let is_signed = kind.starts_with('i');
    format!("REQUIRED {physical} {name} (INTEGER({bits},{is_signed})); ")
}

/// What keeps a file from being read with our columns.
pub(super) fn difference(found: &Type) -> Option<String> {
    let wanted = schema();
    let fields = found.get_fields();
    for (at, field) in wanted.get_fields().iter().enumerate() {
        let name = field.name();
        match fields.get(at) {
            Some(found) if found.name() == name && is_alike(found, field) => {}
            Some(found) if found.name() == name => {
                return Some(format!("column \"{name}\" has another type"));
            }
            _ => return Some(format!("no column \"{name}\" where it should be")),
        }
    }
    (fields.len() > COLUMNS.len()).then(|| "there are more columns than there should be".to_owned())
}

/// Whether values are stored the same way.
fn is_alike(one: &Type, other: &Type) -> bool {
    fn repetition(of: &Type) -> Repetition {
        of.get_basic_info().repetition()
    }
    if one.is_primitive() != other.is_primitive() || repetition(one) != repetition(other) {
        return false;
    }
    if one.is_primitive() {
        let physical = |of: &Type| -> Physical { of.get_physical_type() };
        return physical(one) == physical(other);
    }
    let (one, other) = (one.get_fields(), other.get_fields());
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(one, other))
}
