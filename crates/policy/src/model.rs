//! Policies in ONNX files.

use std::collections::BTreeMap;
use std::sync::Arc;

use hotgates_ai::Commander;
use hotgates_engine::Battle;
use hotgates_learn::UNIT_FEATURES;
use hotgates_play::TrainedPolicy;
use tract_onnx::pb::ModelProto;
use tract_onnx::prelude::*;

use crate::commander::{ActionScorer, PolicyCommander};
use crate::terms::{PolicyFault, PolicyTerms};
use crate::vetting::vet_model;

/// Greatest number of characters of what the library says of a model.
const MOST_CHARACTERS: usize = 300;

/// A policy as an ONNX file holds it.
///
/// Its model has the input `planes`, `float32 (1, planes, rows, columns)`, may have the input `units`, `float32 (1, rows,
/// features)`, and has one output, `float32 (1, actions)`: the scores. Its metadata are [`PolicyTerms`].
#[derive(Clone)]
pub struct OnnxPolicy {
    name: String,
    terms: PolicyTerms,
    model: Arc<TypedRunnableModel>,
    /// `true` if the model gets the unit table.
    has_units: bool,
}

impl OnnxPolicy {
    /// Greatest size of a file, in bytes.
    pub const MOST_BYTES: usize = 32 << 20;

    /// Reads a policy from the bytes of a file; `name` is its name as a commander.
    ///
    /// # Errors
    /// The first reason why the bytes are no policy.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> Result<Self, PolicyFault> {
        if bytes.len() > Self::MOST_BYTES {
            let (size, most) = (bytes.len(), Self::MOST_BYTES);
            let why = format!("it has {size} bytes, and a policy has {most} at most");
            return Err(PolicyFault::Forbidden { why });
        }
        let no_model = |error: TractError| PolicyFault::NoModel { why: error_in_one_line(&error) };
        let mut rest = bytes;
        let proto = onnx().proto_model_for_read(&mut rest).map_err(no_model)?;
        vet_model(&proto)?;
        let entries = proto.metadata_props.iter();
        let metadata: BTreeMap<_, _> =
            entries.map(|entry| (entry.key.clone(), entry.value.clone())).collect();
        let terms = PolicyTerms::from_metadata(&metadata)?;
        let inputs = InputPlaces::of_model(&proto)?;
        let model = build_model(&proto, &terms, inputs).map_err(no_model)?;
        let policy = Self { name: name.into(), terms, model, has_units: inputs.units.is_some() };
        policy.check_output()?;
        Ok(policy)
    }

    /// Battles that the policy can play.
    pub const fn terms(&self) -> &PolicyTerms {
        &self.terms
    }

    /// Computes the model once, and checks that it scores each action.
    fn check_output(&self) -> Result<(), PolicyFault> {
        let planes = vec![0.0; self.terms.planes.len() * (self.terms.width * self.terms.height) as usize];
        let units = vec![0.0; self.terms.unit_rows as usize * UNIT_FEATURES.len()];
        let found = self.clone().score_actions(&planes, &units);
        let found = found.map_err(|why| PolicyFault::NoModel { why })?.len();
        if found == self.terms.actions as usize {
            return Ok(());
        }
        let why = format!("it gives {found} scores, and its metadata promise {}", self.terms.actions);
        Err(PolicyFault::Shape { why })
    }
}

impl TrainedPolicy for OnnxPolicy {
    fn make_commander(&self, battle: &Battle) -> Result<Box<dyn Commander>, String> {
        self.terms.check_battle(battle)?;
        if self.has_units {
            self.terms.check_unit_rows(battle)?;
        }
        Ok(Box::new(PolicyCommander::new(self.name.clone(), battle, Box::new(self.clone()))))
    }
}

impl ActionScorer for OnnxPolicy {
    fn score_actions(&mut self, planes: &[f32], units: &[f32]) -> Result<Vec<f32>, String> {
        let PolicyTerms { width, height, unit_rows, planes: names, .. } = &self.terms;
        let compute = || -> TractResult<Vec<f32>> {
            let shape = [1, names.len(), *height as usize, *width as usize];
            let mut inputs = tvec!(Tensor::from_shape(&shape, planes)?.into_tvalue());
            if self.has_units {
                let shape = [1, *unit_rows as usize, UNIT_FEATURES.len()];
                inputs.push(Tensor::from_shape(&shape, units)?.into_tvalue());
            }
            let outputs = self.model.run(inputs)?;
            let scores = outputs[0].to_plain_array_view::<f32>()?;
            Ok(scores.iter().copied().collect())
        };
        compute().map_err(|error| error_in_one_line(&error))
    }
}

/// Places of the inputs of a policy among those of its model.
#[derive(Debug, Clone, Copy)]
struct InputPlaces {
    planes: usize,
    units: Option<usize>,
}

impl InputPlaces {
    /// Finds the inputs by their names.
    fn of_model(proto: &ModelProto) -> Result<Self, PolicyFault> {
        let graph = proto.graph.clone().unwrap_or_default();
        let has_value = |name: &str| graph.initializer.iter().any(|tensor| tensor.name == name);
        let names = graph.input.iter().map(|input| input.name.as_str()).filter(|name| !has_value(name));
        let names: Vec<&str> = names.collect();
        if let Some(other) = names.iter().find(|name| !["planes", "units"].contains(name)) {
            let why = format!("it has the input {other:?}, and a policy gets \"planes\" and \"units\"");
            return Err(PolicyFault::Shape { why });
        }
        if graph.output.len() != 1 {
            let why = format!("it has {} outputs, and a policy has one, the scores", graph.output.len());
            return Err(PolicyFault::Shape { why });
        }
        let place = |wanted: &str| names.iter().position(|&name| name == wanted);
        let missing = || PolicyFault::Shape { why: "it has no input \"planes\"".to_owned() };
        Ok(Self { planes: place("planes").ok_or_else(missing)?, units: place("units") })
    }
}

/// Returns the model with its inputs fixed, ready to compute; the planes come first.
fn build_model(
    proto: &ModelProto,
    terms: &PolicyTerms,
    inputs: InputPlaces,
) -> TractResult<Arc<TypedRunnableModel>> {
    let mut model = onnx().model_for_proto_model(proto)?;
    let planes = f32::fact([1, terms.planes.len(), terms.height as usize, terms.width as usize]);
    model.set_input_fact(inputs.planes, planes.into())?;
    if let Some(place) = inputs.units {
        let units = f32::fact([1, terms.unit_rows as usize, UNIT_FEATURES.len()]);
        model.set_input_fact(place, units.into())?;
        let outlets = model.input_outlets()?.to_vec();
        model.set_input_outlets(&[outlets[inputs.planes], outlets[place]])?;
    }
    let typed = model.into_typed()?;
    // Some models that can be computed cannot be made faster.
    let faster = typed.clone().into_optimized();
    faster.unwrap_or(typed).into_runnable()
}

/// Returns what the library says of a fault on one line that is not too long.
fn error_in_one_line(error: &TractError) -> String {
    let words = format!("{error:#}");
    let line: Vec<&str> = words.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
