//! Messages as lines of text.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::message::ProtocolComplaint;

/// Returns a message as one line, without its end.
///
/// # Panics
/// Never: messages are plain data.
pub fn write_line<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}

/// Reads a line as a message. Fields that nobody knows are passed over.
///
/// # Errors
/// The complaint to send back: the line is no JSON object with one key, or the key names no message of
/// this kind, or the message lacks something.
///
/// ```
/// use hotgates_protocol::{BotMessage, read_line};
///
/// assert!(read_line::<BotMessage>(r#"{"pong": {"later": 1}}"#).is_ok());
/// let complaint = read_line::<BotMessage>(r#"{"dance": {}}"#).unwrap_err();
/// assert_eq!(complaint.code, "unknown_message");
/// assert_eq!(read_line::<BotMessage>("hello?").unwrap_err().code, "unparsable");
/// ```
pub fn read_line<T: DeserializeOwned>(line: &str) -> Result<T, ProtocolComplaint> {
    let complaint = |code: &str, text: String| ProtocolComplaint { code: code.to_owned(), text };
    serde_json::from_str(line).map_err(|error| match serde_json::from_str::<Map<String, Value>>(line) {
        Ok(object) if object.len() != 1 => {
            complaint("unparsable", "a message is an object with one key, its name".to_owned())
        }
        Ok(_) if error.to_string().starts_with("unknown variant") => {
            complaint("unknown_message", error.to_string())
        }
        _ => complaint("unparsable", error.to_string()),
    })
}
