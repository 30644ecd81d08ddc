//! Panels: parts of the screen that are filled anew when their content has changed.

use std::marker::PhantomData;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::context::UiContext;
use crate::{focus, scroll};

/// The key from which a panel was last filled.
#[derive(Component, Debug)]
pub struct LastFillKey<M, K> {
    key: K,
    marker: PhantomData<fn() -> M>,
}

/// A panel that takes no room, and with it no gap to its neighbours, while it holds nothing. Its node is a flex box.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct HiddenWhenEmpty;

/// The nodes marked `M` as a system parameter that fills them anew when their key, the words, the
/// colours or the scale have changed, and only then.
///
/// The key holds everything that the panel shows. A panel that has just been spawned has no key,
/// and so is filled at once. The keyboard's focus stays where it was, and lists stay scrolled to
/// where they were, unless they show another content ([`ScrolledContentId`]).
///
/// [`ScrolledContentId`]: crate::ScrolledContentId
#[derive(SystemParam)]
pub struct Panel<'w, 's, M: Component, K: PartialEq + Send + Sync + 'static = ()> {
    /// Fonts, words and colours.
    pub ui: UiContext<'w>,
    /// The commands with which panels are filled.
    pub commands: Commands<'w, 's>,
    nodes: Query<'w, 's, (Entity, &'static M, Option<&'static LastFillKey<M, K>>)>,
}

impl<M: Component, K: PartialEq + Send + Sync + 'static> Panel<'_, '_, M, K> {
    /// Returns `true` if there is a panel on the screen.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Returns `true` if a panel on the screen has never been filled, or the words, the colours or
    /// the scale have changed.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        self.ui.is_changed() || self.nodes.iter().any(|(_, _, filled)| filled.is_none())
    }

    /// Fills the panel if `key` differs from the key that it was last filled from, and returns
    /// `true` if so. Nothing happens while there is no panel, or more than one.
    pub fn refill(&mut self, key: K, fill: impl FnOnce(&mut ChildSpawnerCommands, &UiContext)) -> bool {
        let Ok((node, _, filled)) = self.nodes.single() else { return false };
        if filled.is_some_and(|filled| filled.key == key) && !self.ui.is_changed() {
            return false;
        }
        fill_panel_node::<M, K>(&mut self.commands, &self.ui, node, key, fill);
        true
    }

    /// Fills each panel whose key differs from the key that it was last filled from.
    pub fn refill_each_node(
        &mut self,
        key_of: impl Fn(&M) -> K,
        mut fill: impl FnMut(&M, &mut ChildSpawnerCommands, &UiContext),
    ) {
        for (node, marker, filled) in &self.nodes {
            let key = key_of(marker);
            if filled.is_none_or(|filled| filled.key != key) || self.ui.is_changed() {
                fill_panel_node::<M, K>(&mut self.commands, &self.ui, node, key, |list, ui| {
                    fill(marker, list, ui);
                });
            }
        }
    }
}

pub(crate) fn fill_panel_node<M: Component, K: PartialEq + Send + Sync + 'static>(
    commands: &mut Commands,
    ui: &UiContext,
    node: Entity,
    key: K,
    fill: impl FnOnce(&mut ChildSpawnerCommands, &UiContext),
) {
    refill(commands, node, |list| fill(list, ui));
    commands.entity(node).insert(LastFillKey::<M, K> { key, marker: PhantomData });
}

/// Despawns what a node shows and fills it anew. If a widget in the node had the keyboard's focus,
/// the widget in the same place has the focus afterwards: the one with the same message, else the
/// one with the same number in the order of the keyboard. Scroll areas in the node keep their
/// positions.
pub(crate) fn refill(commands: &mut Commands, node: Entity, fill: impl FnOnce(&mut ChildSpawnerCommands)) {
    commands.queue(move |world: &mut World| {
        focus::remember_focus_place(world, node);
        scroll::remember_scroll_positions(world, node);
    });
    commands.entity(node).despawn_related::<Children>().with_children(fill);
    commands.queue(move |world: &mut World| {
        hide_if_empty(world, node);
        focus::restore_focus_in_panel(world, node);
        scroll::restore_scroll_positions(world, node);
    });
}

fn hide_if_empty(world: &mut World, node: Entity) {
    let is_empty = world.get::<Children>(node).is_none_or(RelationshipTarget::is_empty);
    let Ok(mut node) = world.get_entity_mut(node) else { return };
    if !node.contains::<HiddenWhenEmpty>() {
        return;
    }
    if let Some(mut style) = node.get_mut::<Node>() {
        style.display = if is_empty { Display::None } else { Display::Flex };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_that_holds_nothing_takes_no_room() {
        let mut world = World::new();
        let panels =
            [world.spawn((Node::default(), HiddenWhenEmpty)).id(), world.spawn(Node::default()).id()];
        let mut fill = |count: usize| {
            let mut commands = world.commands();
            for panel in panels {
                refill(&mut commands, panel, |list| {
                    for _ in 0..count {
                        list.spawn(Node::default());
                    }
                });
            }
            world.flush();
            panels.map(|panel| world.get::<Node>(panel).expect("it is there").display)
        };
        assert_eq!(fill(0), [Display::None, Display::Flex]);
        assert_eq!(fill(2), [Display::Flex, Display::Flex]);
        assert_eq!(fill(0), [Display::None, Display::Flex]);
    }
}
