//! `join`: battles of a server in the terminal.

use crate::program::{one_error, run};

#[test]
fn links_that_lead_nowhere_are_told_apart() {
    let id = "0123456789abcdef";
    for (link, words) in [
        ("play.example.org".to_owned(), "begins with `https://`"),
        (format!("http://play.example.org/b/{id}"), "without encryption"),
        (format!("https://play.example.org/{id}"), "leads to no battle"),
        (format!("https:///b/{id}"), "names no server"),
        (format!("http://127.0.0.1:1/b/{id}#beef"), "no seat's token"),
        (format!("http://127.0.0.1:1/b/{id}"), "127.0.0.1:1 cannot be reached"),
        (format!("https://127.0.0.1:1/b/{id}"), "127.0.0.1:1 cannot be reached"),
    ] {
        let said = run(&["join", &link]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{link}: {}", said.err);
        let words = if cfg!(feature = "join") { words } else { "--features join" };
        assert!(one_error(&said.err).contains(words), "{link}: {}", said.err);
    }
}

#[cfg(feature = "join")]
mod lines {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use crate::program::{one_error, run, run_with};

    /// Answers each request with the same words, and returns the address.
    fn answer_always(words: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let _ = stream.read(&mut [0; 2048]);
                let _ = stream.write_all(words.as_bytes());
            }
        });
        address
    }

    #[test]
    fn what_is_no_table_is_told_in_a_line() {
        for (words, told) in [
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "has no such battle"),
            ("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", "answers with 403"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "answers with 200"),
            ("220 mail.example ready\r\n", "is no server of battles"),
            ("", "cannot be reached"),
        ] {
            let address = answer_always(words);
            let said = run(&["join", &format!("http://{address}/b/0123456789abcdef")]);
            assert_eq!((said.code, said.out.as_str()), (2, ""), "{words}: {}", said.err);
            assert!(one_error(&said.err).contains(told), "{words}: {}", said.err);
        }
    }

    #[test]
    fn a_link_can_be_typed_so_that_no_list_of_programs_shows_it() {
        let said = run_with(&["join", "-"], b"http://play.example.org/b/0123456789abcdef\n");
        assert!(said.code == 2 && one_error(&said.err).contains("without encryption"), "{}", said.err);
        assert_eq!(run_with(&["join", "-"], b"").code, 2);
    }
}

#[cfg(feature = "serve")]
pub(crate) use battles::{Guest, ServeProcess, free_address};

#[cfg(feature = "serve")]
mod battles {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::path::Path;
    use std::process::{Child, ChildStdin, Stdio};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
    use std::time::{Duration, Instant};

    use serde_json::{Value, json};

    use crate::program::{one_error, program, run};

    const PATIENCE: Duration = Duration::from_mins(1);
    const DUEL: &str = r##"Map(name: "duel", rows: ["............", "#...........", "............", "......f....."], turns: 4,
        red: (units: [(type: "cavalry"), (type: "infantry")]), blue: (units: [(type: "infantry"), (type: "cavalry")]))"##;

    /// A server in a process of its own.
    pub(crate) struct ServeProcess(Child);

    impl ServeProcess {
        pub(crate) fn start(address: &str, folder: &Path) -> Self {
            let mut command = program(&["serve", "--listen", address, "--data"]);
            command.arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
            let process = Self(command.spawn().expect("the server starts"));
            let since = Instant::now();
            while TcpStream::connect(address).is_err() {
                assert!(since.elapsed() < PATIENCE, "the server does not listen");
                std::thread::sleep(Duration::from_millis(10));
            }
            process
        }
    }

    /// Who is at a table when a test ends leaves.
    impl Drop for Guest {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// A server is killed, however its test ends.
    impl Drop for ServeProcess {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    /// A free port of this machine, of those that the system gives to nobody by itself: a client that tries one of the
    /// others again and again may get it for its own end, and be connected with itself.
    pub(crate) fn free_address() -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number =
                std::process::id().wrapping_mul(31).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
            let address = format!("127.0.0.1:{}", 12_000 + number % 18_000);
            if TcpListener::bind(&address).is_ok() {
                return address;
            }
        }
    }

    fn make_battle(address: &str, map: &str) -> Value {
        let body = json!({ "text": map, "red": "human", "blue": "human" }).to_string();
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let head = format!(
            "POST /battles HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        let made = answer.split("\r\n\r\n").nth(1).and_then(|body| serde_json::from_str(body).ok());
        made.unwrap_or_else(|| panic!("{answer}"))
    }

    /// Somebody at a table: a program whose lines are typed and read by the test.
    pub(crate) struct Guest {
        child: Child,
        typed: Option<ChildStdin>,
        lines: Receiver<String>,
        heard: Vec<String>,
    }

    impl Guest {
        pub(crate) fn join(link: &str, home: &Path, more: &[&str]) -> Self {
            let mut command = program(&["join", link]);
            command.args(more).env("HOTGATES_HOME", home);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("the program starts");
            let (send, lines) = channel();
            let out = child.stdout.take().expect("a pipe");
            std::thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    if send.send(line).is_err() {
                        return;
                    }
                }
            });
            let typed = child.stdin.take();
            Self { child, typed, lines, heard: Vec::new() }
        }

        fn type_line(&mut self, line: &str) {
            // Whoever has left reads nothing.
            let _ = self.typed.as_mut().map(|typed| writeln!(typed, "{line}"));
        }

        /// Waits for a line, and returns it; `None` when the program has said its last.
        fn try_wait_for(&mut self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
            loop {
                let line = match self.lines.recv_timeout(PATIENCE) {
                    Ok(line) => line,
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => panic!("nothing comes after {:#?}", self.heard),
                };
                self.heard.push(line.clone());
                if is_wanted(&line) {
                    return Some(line);
                }
            }
        }

        pub(crate) fn wait_for(&mut self, words: &str) -> String {
            let line = self.try_wait_for(|line| line.contains(words));
            line.unwrap_or_else(|| panic!("no `{words}` in {:#?}", self.heard))
        }

        /// Plays a half-turn as a commander would; returns `false` if the battle was over before. `is_shown` says that the
        /// half-turn has been shown already.
        fn play_half_turn(&mut self, is_shown: bool) -> bool {
            if !is_shown && self.try_wait_for(|line| line.starts_with("It is your half")).is_none() {
                return false;
            }
            loop {
                self.type_line("hint");
                if self.try_wait_for(|line| line == "> hint").is_none() {
                    return false;
                }
                let hint = self.try_wait_for(|_| true).expect("a hint follows");
                let order = hint.split(' ').next().expect("an order").to_owned();
                self.type_line(&order);
                if order == "end" {
                    return true;
                }
            }
        }

        /// Waits for the end of the program, and returns its exit code, what it said after all and its errors.
        fn end(mut self) -> (Option<i32>, Vec<String>, String) {
            while self.try_wait_for(|_| false).is_some() {}
            drop(self.typed.take());
            let mut errors = String::new();
            let _ = self.child.stderr.take().expect("a pipe").read_to_string(&mut errors);
            (self.child.wait().expect("it ends").code(), std::mem::take(&mut self.heard), errors)
        }
    }

    /// Returns the hex at the end of a unit's line.
    fn hex_of_line(line: &str) -> String {
        line.rsplit(' ').next().expect("a hex").to_owned()
    }

    /// Two people and somebody who watches, at a server that is killed in the middle of the battle.
    #[test]
    fn a_whole_battle_in_terminals_through_a_killed_server_is_proved() {
        let folder = tempfile::tempdir().expect("a folder");
        let address = free_address();
        let data = folder.path().join("data");
        let mut server = Some(ServeProcess::start(&address, &data));
        let made = make_battle(&address, DUEL);
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        let table = format!("http://{address}/b/{}", text("battle"));
        let home = |name: &str| folder.path().join(name);
        let record = folder.path().join("kept.replay");
        let record = record.to_str().expect("a plain path");
        let mut red = Guest::join(&format!("{table}#{}", text("red")), &home("red"), &["--record", record]);
        red.wait_for("you are Red");
        red.wait_for("2 seats have still to be taken");
        // Red's program is killed after it has committed itself to a number: the next one opens the same.
        red.wait_for("1 seat has still to be taken");
        red.child.kill().expect("it runs");
        red.child.wait().expect("it ends");
        let mut red = Guest::join(&format!("{table}#{}", text("red")), &home("red"), &["--record", record]);
        let seen = folder.path().join("seen.log");
        let seen = seen.to_str().expect("a plain path");
        let mut blue =
            Guest::join(&format!("{table}#{}", text("blue")), &home("blue"), &["--view-log", seen]);
        let mut watcher = Guest::join(&table, &home("watcher"), &[]);
        drop(watcher.typed.take());
        watcher.wait_for("you watch");
        // Red has two units change places, takes that back, and does it again; Blue's first line is meant for the battle.
        red.wait_for("You may arrange your units");
        red.type_line("units");
        let second = hex_of_line(&red.wait_for("Red  unit  1"));
        let place = format!("place 0@{second}");
        for line in [place.as_str(), "undo", place.as_str()] {
            red.type_line(line);
            red.wait_for("placed; ");
        }
        red.type_line("begin");
        blue.wait_for("You may arrange your units");
        blue.type_line("odds 0x2");
        red.wait_for("The battle has begun");
        red.type_line("units");
        assert_eq!(hex_of_line(&red.wait_for("Red  unit  0")), second, "it begins as it was arranged");
        red.type_line("say hello \u{1b}[2J there");
        blue.wait_for("Red says: hello \\u{1b}[2J there");
        red.type_line("draw");
        blue.wait_for("Red offers a draw");
        blue.type_line("decline");
        red.wait_for("the draw is declined");
        red.type_line("99@1,1");
        red.wait_for("> 99@1,1");
        red.type_line("odds 0x2");
        red.wait_for("> odds 0x2");
        // Of the first hexes around the unit one can be reached, and going there shows nothing new.
        red.type_line("units");
        let line = red.wait_for("Red  unit  1");
        let hex = hex_of_line(&line);
        let (col, row) = hex.split_once(',').expect("a hex");
        let (col, row): (i32, i32) = (col.parse().expect("a number"), row.parse().expect("a number"));
        for row in [row - 1, row + 1] {
            red.type_line(&format!("1@{col},{row}"));
        }
        red.type_line("undo");
        red.wait_for("1 order taken back");
        let mut half_turns = 0;
        loop {
            let [player, other] =
                if half_turns % 2 == 0 { [&mut red, &mut blue] } else { [&mut blue, &mut red] };
            if half_turns == 3 {
                drop(server.take());
                player.wait_for("The line to the server is broken");
                other.wait_for("The line to the server is broken");
                server = Some(ServeProcess::start(&address, &data));
            }
            if !player.play_half_turn(half_turns == 0) {
                break;
            }
            half_turns += 1;
        }
        assert!(half_turns > 3, "the server was killed in the middle");
        let mut proofs = Vec::new();
        for guest in [red, blue, watcher] {
            let (code, heard, errors) = guest.end();
            assert_eq!((code, errors.as_str()), (Some(0), ""), "{heard:#?}");
            proofs.extend(heard.into_iter().filter(|line| line.starts_with("Proved: ")));
        }
        assert!(proofs.len() == 3 && proofs.iter().all(|proof| *proof == proofs[0]), "{proofs:?}");
        let verified = run(&["replay", record, "--verify"]);
        assert_eq!(verified.code, 0, "{}", verified.err);
        let told = [&["replay", seen][..], &["replay", record, "--seen-by", "blue"]].map(run);
        assert!(told[0].code == 0 && told[0].out.contains("as Blue saw it"), "{}", told[0].err);
        assert_eq!(told[0].out, told[1].out);
        drop(server);
        // The battle is over, and the server has gone.
        let gone = run(&["join", &table]);
        assert!(gone.code == 2 && one_error(&gone.err).contains("cannot be reached"), "{}", gone.err);
    }

    #[test]
    fn wrong_seats_and_battles_and_a_server_that_stays_away_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let address = free_address();
        let server = ServeProcess::start(&address, folder.path());
        let made = make_battle(&address, DUEL);
        let battle = made["battle"].as_str().expect("an id");
        let none = run(&["join", &format!("http://{address}/b/0000000000000000")]);
        assert!(none.code == 2 && one_error(&none.err).contains("has no such battle"), "{}", none.err);
        let wrong = run(&["join", &format!("http://{address}/b/{battle}#{}", "0".repeat(32))]);
        assert!(wrong.code == 2 && one_error(&wrong.err).contains("has the token"), "{}", wrong.err);
        let link = format!("http://{address}/b/{battle}");
        // Ctrl-C leaves before the battle is over: that is no answer yes.
        let mut leaver = Guest::join(&link, folder.path(), &[]);
        leaver.wait_for("you watch");
        let pid = leaver.child.id().to_string();
        assert!(
            std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success()
        );
        let (code, _, errors) = leaver.end();
        assert!(code == Some(1) && one_error(&errors).contains("the same link leads back"), "{errors}");
        let mut watcher = Guest::join(&link, folder.path(), &["--wait", "1"]);
        watcher.wait_for("you watch");
        drop(server);
        let (code, _, errors) = watcher.end();
        assert!(code == Some(2) && one_error(&errors).contains("cannot be reached"), "{errors}");
    }
}
