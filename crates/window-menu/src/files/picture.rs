//! Pictures of saved battles and replays, beside their lines: the board where the file leaves it.

use std::path::{Path, PathBuf};

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::Battle;
use hotgates_picture::{Image as DrawnImage, Palette, Picture, PictureLayers};
use hotgates_ui::storage::BattleFile;
use hotgates_window_battle::battle::session::BattleSession;

/// Largest width and height of a picture on the screen, in logical pixels.
const SIZE: [u32; 2] = [84, 54];
/// Pixels drawn for one logical pixel, for screens with many of them.
const SHARPNESS: u32 = 2;
/// Logical pixels from the left edge of a line to its words: the picture lies between.
pub(super) const PICTURE_ROOM: i32 = 98;

/// The place for the picture of a file, in the line of the file.
#[derive(Component)]
pub(super) struct FilePictureFrame(PathBuf);

impl FilePictureFrame {
    /// Returns `true` for the place of the picture of this file.
    pub(super) fn is_of_file(&self, path: &Path) -> bool {
        self.0 == path
    }
}

/// A picture that has been drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FilePicture {
    image: Handle<Image>,
    /// Width and height on the screen, in logical pixels.
    size: [u32; 2],
}

impl FilePicture {
    /// Makes an image of the window from what has been drawn.
    pub(super) fn from_drawing(drawn: DrawnImage, images: &mut Assets<Image>) -> Self {
        let size = [drawn.width, drawn.height].map(|pixels| pixels / SHARPNESS);
        Self { image: images.add(hotgates_board::picture_image(drawn)), size }
    }

    /// Makes the node that shows the picture.
    pub(super) fn as_bundle(&self) -> impl Bundle + use<> {
        let [width, height] = self.size;
        (
            ImageNode::new(self.image.clone()),
            Node { width: px(width), height: px(height), ..default() },
            Pickable::IGNORE,
        )
    }
}

/// Spawns the place for the picture of a file, with the picture where it has been drawn already.
pub(super) fn spawn_picture_frame(
    line: &mut ChildSpawnerCommands,
    path: PathBuf,
    picture: Option<&FilePicture>,
) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(7),
        top: px(0),
        bottom: px(0),
        width: px(SIZE[0]),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let mut frame = line.spawn((FilePictureFrame(path), node, Pickable::IGNORE));
    if let Some(picture) = picture {
        frame.with_child(picture.as_bundle());
    }
}

/// Draws the board where a file leaves its battle; `None` where the file does not play. Under fog of war a
/// save that is not over shows the ground alone: whoever looks may not know where the enemy stands.
///
/// Cost: that of playing all orders again, and of a small picture.
pub(super) fn draw_end_of_file(file: &BattleFile, palette: &Palette) -> Option<DrawnImage> {
    match file {
        BattleFile::Replay(replay) => {
            let record = replay.play_again().ok()?;
            let battle = record.battle();
            let is_hidden = replay.scenario.rules.options.fog_of_war && battle.verdict().is_none();
            Some(draw_board(battle, is_hidden, palette))
        }
        BattleFile::ViewLog(log) => {
            let session = BattleSession::from_view_log(log).ok()?;
            Some(draw_board(session.known_position(), false, palette))
        }
    }
}

fn draw_board(battle: &Battle, is_hidden: bool, palette: &Palette) -> DrawnImage {
    let layers = PictureLayers { grid: false, labels: false, units: !is_hidden };
    let picture = Picture::from_battle(battle).with_layers(layers).with_palette(palette.clone());
    let [width, height] = SIZE.map(|pixels| pixels * SHARPNESS);
    picture.draw_fitting(width, height)
}
