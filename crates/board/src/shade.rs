//! Shades: colours that the ground is multiplied with, so that light ground takes them and dark signs on it, trees
//! and walls, stay as they are.

use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, BlendComponent, BlendFactor, BlendOperation, BlendState, RenderPipelineDescriptor,
    SpecializedMeshPipelineError,
};
use bevy::sprite_render::{AlphaMode2d, ColorMaterialPlugin, Material2d, Material2dKey, Material2dPlugin};

/// Multiplies what lies beneath with the colours of a mesh's corners.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default)]
pub(super) struct ShadeMaterial {}

impl Material2d for ShadeMaterial {
    fn alpha_mode(&self) -> AlphaMode2d {
        // Drawn after what lies beneath.
        AlphaMode2d::Blend
    }

    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        _: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let part = |src_factor, dst_factor| BlendComponent {
            src_factor,
            dst_factor,
            operation: BlendOperation::Add,
        };
        let blend = BlendState {
            color: part(BlendFactor::Dst, BlendFactor::Zero),
            alpha: part(BlendFactor::Zero, BlendFactor::One),
        };
        let targets = descriptor.fragment.iter_mut().flat_map(|fragment| &mut fragment.targets);
        targets.flatten().for_each(|target| target.blend = Some(blend));
        Ok(())
    }
}

pub(super) fn plugin(app: &mut App) {
    // Without a renderer there are no materials.
    if app.is_plugin_added::<ColorMaterialPlugin>() {
        app.add_plugins(Material2dPlugin::<ShadeMaterial>::default());
    }
}
