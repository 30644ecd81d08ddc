//! `join`: a battle of a server in the terminal, in builds that can.

use crate::cli::join::JoinArgs;
use crate::failure::Failure;

/// Plays or watches a battle of a server.
///
/// # Errors
/// The reason why the battle cannot be joined, or is not proved.
#[cfg(feature = "join")]
pub fn join_table(args: &JoinArgs) -> Result<(), Failure> {
    line_to_table::join_by_link(args)
}

/// This build cannot join battles.
///
/// # Errors
/// Always, with how to make a build that can.
#[cfg(not(feature = "join"))]
pub fn join_table(_: &JoinArgs) -> Result<(), Failure> {
    Err(Failure::bad_input(
        "this build joins no battles: `cargo build --release --no-default-features --features join` makes one that does",
    ))
}

#[cfg(feature = "join")]
mod line_to_table {
    use std::io::{self, IsTerminal, Write};
    use std::path::Path;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
    use std::thread;
    use std::time::Duration;

    use hotgates_files::AtomicFile;
    use hotgates_guest::{JoinDialogue, JoinFault, NextStep};
    use hotgates_guest::{
        KnownTable, LineEvent, PledgeFile, TableAddress, TableLine, draw_order_prefix, draw_pledge,
        fetch_replay,
    };
    use hotgates_search::Cancel;

    use crate::cli::join::JoinArgs;
    use crate::console::{self, ConsoleOutput};
    use crate::ctrl_c::cancel_on_ctrl_c;
    use crate::dialogue::read_line;
    use crate::failure::Failure;

    /// How often the program looks whether Ctrl-C was pressed.
    const LOOKING: Duration = Duration::from_millis(100);

    /// Something to react to.
    enum JoinEvent {
        /// A line was typed; `None` at the end of the input.
        Typed(Result<Option<String>, Failure>),
        /// Something happened on the line to the server.
        OnLine(LineEvent),
    }

    pub(super) fn join_by_link(args: &JoinArgs) -> Result<(), Failure> {
        let typed =
            if args.link == "-" { read_line(&mut io::stdin().lock())? } else { Some(args.link.clone()) };
        let address: TableAddress = typed.unwrap_or_default().parse().map_err(Failure::bad_input)?;
        let target = args.record.as_deref().map(AtomicFile::new).transpose()?;
        let view_log = args.view_log.as_deref().map(AtomicFile::new).transpose()?;
        let file = address.token().map(|_| PledgeFile::of_address(&address));
        let no_chance = |why| Failure::bad_input(format!("the system gives no random numbers: {why}"));
        let pledge = match file.as_ref().and_then(PledgeFile::read_pledge) {
            Some(pledge) => pledge,
            None => draw_pledge().map_err(no_chance)?,
        };
        let token = address.token().map(str::to_owned);
        let table = KnownTable::new(address.battle(), token, pledge, draw_order_prefix().map_err(no_chance)?);
        let cancel = cancel_on_ctrl_c();
        let (events, received) = channel();
        read_typed_lines(events.clone());
        let hear = move |event| events.send(JoinEvent::OnLine(event)).is_ok();
        let line = TableLine::open(address.clone(), args.patience(), hear);
        let line = line.map_err(|why| Failure::bad_input(format!("the system gives no thread: {why}")))?;
        let dialogue = JoinDialogue::new(table, io::stdin().is_terminal());
        let mut visit = TerminalStay { line, file, dialogue, out: console::standard_output() };
        let is_over = visit.stay_until_the_end(&received, &cancel);
        if let Some((target, log)) = view_log.zip(visit.dialogue.table.view_log()) {
            target.write_and_rename(log.to_text().as_bytes())?;
        }
        if is_over? {
            visit.prove_battle(&address, target, args.record.as_deref())?;
        }
        Ok(visit.out.flush()?)
    }

    /// Reads what is typed, on a thread of its own: nobody waits for a person.
    fn read_typed_lines(events: Sender<JoinEvent>) {
        thread::spawn(move || {
            let mut lines = io::stdin().lock();
            loop {
                let line = read_line(&mut lines);
                let is_last = !matches!(line, Ok(Some(_)));
                if events.send(JoinEvent::Typed(line)).is_err() || is_last {
                    return;
                }
            }
        });
    }

    /// A stay at a table.
    struct TerminalStay {
        line: TableLine,
        file: Option<PledgeFile>,
        dialogue: JoinDialogue,
        out: ConsoleOutput,
    }

    impl TerminalStay {
        /// Plays or watches; returns `true` once the battle is over, `false` if the player has left before.
        fn stay_until_the_end(
            &mut self,
            events: &Receiver<JoinEvent>,
            cancel: &Cancel,
        ) -> Result<bool, Failure> {
            loop {
                self.out.flush()?;
                let event = match events.recv_timeout(LOOKING) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) if cancel.is_set() => {
                        self.out.flush()?;
                        return Err(Failure::negative_answer_because(
                            "you have left before the battle was over; the same link leads back",
                        ));
                    }
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return Ok(false),
                };
                let next = match event {
                    JoinEvent::Typed(line) => {
                        self.dialogue.take_line(line?, &mut self.out).map_err(failure_of_join)?
                    }
                    JoinEvent::OnLine(LineEvent::Open) => {
                        self.line.say(self.dialogue.table.enter());
                        NextStep::Say(Vec::new())
                    }
                    JoinEvent::OnLine(LineEvent::Said(line)) => {
                        let next = self.dialogue.hear_line(&line, &mut self.out).map_err(failure_of_join)?;
                        self.keep_pledge()?;
                        next
                    }
                    JoinEvent::OnLine(LineEvent::Broken) => {
                        writeln!(self.out, "The line to the server is broken; trying again.")?;
                        NextStep::Say(Vec::new())
                    }
                    JoinEvent::OnLine(LineEvent::Failed(why)) => return Err(Failure::bad_input(why)),
                };
                match next {
                    NextStep::Say(messages) => {
                        for message in messages {
                            self.line.say(message);
                        }
                    }
                    NextStep::Leave => return Ok(false),
                    NextStep::Prove => return Ok(true),
                }
            }
        }

        /// Keeps the number of the seat before the server hears of it.
        fn keep_pledge(&mut self) -> Result<(), Failure> {
            let pledge = self.dialogue.table.pledge();
            if let Some(file) = &self.file
                && pledge.server.is_some()
                && !self.dialogue.has_begun()
                && file.read_pledge() != Some(pledge)
            {
                file.write_pledge(pledge)?;
            }
            Ok(())
        }

        /// Plays the battle again from its replay, and checks its dice.
        fn prove_battle(
            &mut self,
            address: &TableAddress,
            target: Option<AtomicFile>,
            path: Option<&Path>,
        ) -> Result<(), Failure> {
            let bytes = fetch_replay(address).map_err(Failure::bad_input)?;
            let proved = self.dialogue.table.check_replay(&bytes);
            if let Some(target) = target {
                target.write_and_rename(&bytes)?;
                let path = path.map(|path| path.display().to_string()).unwrap_or_default();
                writeln!(self.out, "{path} holds the replay.")?;
            }
            let proved = proved.map_err(|why| {
                Failure::negative_answer_because(format!("the battle is not proved: {why}"))
            })?;
            writeln!(
                self.out,
                "Proved: {} orders played again with the hash {:016x}; nobody has chosen the dice.",
                proved.orders, proved.hash
            )?;
            if let Some(file) = &self.file {
                file.remove_pledge();
            }
            Ok(())
        }
    }

    fn failure_of_join(fault: JoinFault) -> Failure {
        match fault {
            JoinFault::Table(why) => Failure::bad_input(why),
            JoinFault::Output(why) => why.into(),
            JoinFault::Adviser(why) => Failure::program_fault(why),
        }
    }
}
