//! Reasons why a link leads nowhere, a table is left, or something cannot be asked for, as phrases.

use hotgates_guest::{AddressFault, GuestFault, LineFault, NotAllowed, UnprovedBattle};
use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_fault;

/// Returns the reason why a link leads nowhere.
pub fn explain_address_fault(fault: &AddressFault) -> Phrase {
    Phrase::new(match fault {
        AddressFault::Scheme => "join-link-scheme",
        AddressFault::Unencrypted => "join-link-unencrypted",
        AddressFault::Host => "join-link-host",
        AddressFault::Path => "join-link-path",
        AddressFault::Token => "join-link-token",
    })
}

/// Returns the reason why there is no line to a server.
pub fn explain_line_fault(fault: &LineFault) -> Phrase {
    match fault {
        LineFault::Unreachable { server, .. } => {
            Phrase::new("join-unreachable").with_value("server", server.as_str())
        }
        LineFault::Untrusted { server, why } => Phrase::new("join-untrusted")
            .with_value("server", server.as_str())
            .with_value("why", why.as_str()),
        LineFault::NoBattle(server) => Phrase::new("join-no-battle").with_value("server", server.as_str()),
        LineFault::Answer { server, code } => Phrase::new("join-answer")
            .with_value("server", server.as_str())
            .with_value("code", code.to_string()),
        LineFault::NoServer(server) => Phrase::new("join-no-server").with_value("server", server.as_str()),
    }
}

/// Returns the reasons why a table is left.
pub fn explain_guest_fault(fault: &GuestFault) -> Phrase {
    match fault {
        GuestFault::Token => Phrase::new("join-no-seat"),
        GuestFault::NotUnderstood(why) => Phrase::new("join-not-understood").with_value("why", why.as_str()),
        GuestFault::Scenario(faults) => match faults.first() {
            Some(fault) => explain_fault(fault),
            None => Phrase::new("join-other-battle"),
        },
        GuestFault::OtherBattle => Phrase::new("join-other-battle"),
        GuestFault::Event(why) => Phrase::new("join-impossible-event").with_value("why", why.to_string()),
        GuestFault::ChangedCommitment => Phrase::new("join-changed-commitment"),
    }
}

/// Returns the reason why something cannot be asked for now.
pub fn explain_not_allowed(why: &NotAllowed) -> Phrase {
    Phrase::new(match why {
        NotAllowed::Watching => "join-you-watch",
        NotAllowed::NotBegun | NotAllowed::Arranging => "join-not-begun",
        NotAllowed::NotArranging | NotAllowed::NoUnit(_) | NotAllowed::StandsThere(_) => "join-not-arranging",
        NotAllowed::OutsideZone(hex) => {
            return Phrase::new("outside-deployment-zone").with_value("hex", *hex);
        }
        NotAllowed::Over => "battle-over",
        NotAllowed::NotOver => "join-not-over",
        NotAllowed::NotYourTurn(_) => "join-not-your-turn",
        NotAllowed::Unanswered => "join-unanswered",
        NotAllowed::OfferedAlready => "join-draw-offered-already",
        NotAllowed::NothingOffered => "join-no-draw-offered",
        NotAllowed::Words => "join-no-words",
    })
}

/// Returns the reason why a battle is not proved.
pub fn explain_unproved_battle(why: &UnprovedBattle) -> Phrase {
    Phrase::new("join-unproved").with_value("why", why.to_string())
}
