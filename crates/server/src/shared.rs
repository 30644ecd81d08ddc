//! What all requests share.

use std::sync::Arc;

use hotgates_page::BattleViewer;
use tokio::sync::{Semaphore, watch};

use crate::creation::MapChecks;
use crate::hall::Hall;
use crate::limits::AddressLimits;
use crate::ratings::RatingBoard;
use crate::site::Site;
use crate::upload_room::UploadRoom;

/// What every request finds.
pub(crate) struct Shared {
    pub(crate) hall: Arc<Hall>,
    pub(crate) site: Site,
    pub(crate) page: BattleViewer<'static>,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) limits: AddressLimits,
    pub(crate) checks: MapChecks,
    pub(crate) uploads: UploadRoom,
    /// Ratings, where the operator has them.
    pub(crate) ratings: Option<RatingBoard>,
    pub(crate) stopping: watch::Receiver<bool>,
}
