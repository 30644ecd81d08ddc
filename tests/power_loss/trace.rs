//! What `strace -y` says of a program's calls to the system.

/// A call to the system that has come to an end.
#[derive(Debug)]
pub struct TracedCall {
    /// Name of the call.
    pub name: String,
    /// Arguments as they are written, strings with their quotes.
    pub arguments: Vec<String>,
    /// What the system has answered, which is below 0 for a refusal.
    pub result: i64,
    /// The whole line.
    pub line: String,
}

impl TracedCall {
    /// Reads all calls of a trace in the order in which they ended.
    pub fn read_all(trace: &str) -> Vec<Self> {
        let mut begun = std::collections::BTreeMap::new();
        let mut calls = Vec::new();
        for line in trace.lines() {
            let (thread, call) = line.split_once(' ').expect("a thread and what it did");
            let call = call.trim_start();
            if let Some(call) = call.strip_suffix("<unfinished ...>") {
                begun.insert(thread, call.to_owned());
                continue;
            }
            let resumed = call.strip_prefix("<... ").map(|_| {
                let rest = call.split_once("resumed>").expect("a call that goes on").1;
                begun.remove(thread).expect("a call that was begun") + rest
            });
            calls.extend(Self::read_call(resumed.as_deref().unwrap_or(call)));
        }
        calls
    }

    /// Reads a call; `None` for other lines, and for calls that never came to an end.
    fn read_call(line: &str) -> Option<Self> {
        let (name, rest) = line.split_once('(')?;
        let (arguments, end) = split_arguments(rest)?;
        let result: String =
            rest[end..].split_once("= ")?.1.chars().take_while(|c| is_of_number(*c)).collect();
        let result = result.parse().ok()?;
        Some(Self { name: name.to_owned(), arguments, result, line: line.to_owned() })
    }

    /// Returns the file descriptor in an argument.
    pub fn descriptor(&self, place: usize) -> i64 {
        let digits: String = self.arguments[place].chars().take_while(|c| is_of_number(*c)).collect();
        digits.parse().unwrap_or_else(|_| panic!("no file descriptor: {}", self.line))
    }

    /// Returns the number in an argument.
    pub fn number(&self, place: usize) -> usize {
        self.arguments[place].parse().unwrap_or_else(|_| panic!("no number: {}", self.line))
    }

    /// Returns the bytes in an argument.
    pub fn bytes(&self, place: usize) -> Vec<u8> {
        let text = self.arguments[place].strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        unescaped(text.unwrap_or_else(|| panic!("no whole string: {}", self.line)))
    }

    /// Returns the path in an argument.
    pub fn path(&self, place: usize) -> std::path::PathBuf {
        let path = std::path::PathBuf::from(String::from_utf8(self.bytes(place)).expect("a plain path"));
        assert!(path.is_absolute(), "{}", self.line);
        path
    }
}

const fn is_of_number(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '-'
}

/// Splits arguments at their commas; returns them with the place behind the bracket that ends them.
fn split_arguments(text: &str) -> Option<(Vec<String>, usize)> {
    let (mut arguments, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0, false);
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if quoted => drop(letters.next()),
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ')' if depth == 0 => {
                arguments.push(text[start..at].trim().to_owned());
                return Some((arguments, at + 1));
            }
            // An arrow in the name of a pipe is no bracket.
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(text[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// Returns the bytes that a string of C says.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next().expect("what is escaped") {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'v' => 11,
            b'f' => 12,
            digit @ b'0'..=b'7' => {
                let mut number = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(digit) = rest.next_if(|byte| (b'0'..=b'7').contains(byte)) else { break };
                    number = number * 8 + u32::from(digit - b'0');
                }
                u8::try_from(number).expect("a byte")
            }
            other => other,
        });
    }
    bytes
}

#[test]
fn calls_of_a_trace_are_read() {
    let trace = r#"7  execve("/bin/x", ["x"], 0x7ffc /* 3 vars */) = 0
7  openat(AT_FDCWD</work>, "/a/b", O_RDWR|O_CREAT, 0600) = 5</a/b>
8  fsync(5</a/b> <unfinished ...>
7  write(5</a/b>, "a\"),\\\n\0011\377", 8) = 8
8  <... fsync resumed>)     = 0
7  rename("/a/b", "/a/c") = -1 ENOENT (No such file or directory)
7  exit_group(0) = ?
7  +++ exited with 0 +++"#;
    let calls = TracedCall::read_all(trace);
    let names: Vec<_> = calls.iter().map(|call| (call.name.as_str(), call.result)).collect();
    assert_eq!(names, [("execve", 0), ("openat", 5), ("write", 8), ("fsync", 0), ("rename", -1)]);
    assert_eq!((calls[1].arguments.len(), calls[1].path(1)), (4, "/a/b".into()));
    assert_eq!((calls[2].descriptor(0), calls[2].bytes(1)), (5, b"a\"),\\\n\x011\xff".to_vec()));
}
