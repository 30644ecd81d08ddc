//! Vetting: what the model of a policy may hold, before anything computes it.

use std::collections::BTreeSet;

use tract_onnx::pb::{GraphProto, ModelProto, NodeProto, TensorProto, tensor_proto};

use crate::terms::PolicyFault;

/// Greatest number of nodes.
const MOST_NODES: usize = 5000;
/// Greatest number of numbers in a tensor of the file.
const MOST_NUMBERS: i64 = 1 << 24;

/// Operators that a policy may use, by their ONNX names: pure functions whose results are about as large as what they get. `Gather` is
/// none: `tract` does not check the places that it is given.
const OPERATORS: [&str; 67] = [
    "Abs",
    "Add",
    "And",
    "AveragePool",
    "BatchNormalization",
    "Cast",
    "Ceil",
    "Clip",
    "Concat",
    "Constant",
    "Conv",
    "Div",
    "Dropout",
    "Elu",
    "Equal",
    "Erf",
    "Exp",
    "Expand",
    "Flatten",
    "Floor",
    "Gelu",
    "Gemm",
    "GlobalAveragePool",
    "GlobalMaxPool",
    "Greater",
    "GreaterOrEqual",
    "HardSigmoid",
    "Identity",
    "LayerNormalization",
    "LeakyRelu",
    "Less",
    "LessOrEqual",
    "Log",
    "LogSoftmax",
    "MatMul",
    "Max",
    "MaxPool",
    "Mean",
    "Min",
    "Mul",
    "Neg",
    "Not",
    "Or",
    "PRelu",
    "Pad",
    "Pow",
    "Reciprocal",
    "ReduceMax",
    "ReduceMean",
    "ReduceMin",
    "ReduceSum",
    "Relu",
    "Reshape",
    "Shape",
    "Sigmoid",
    "Slice",
    "Softmax",
    "Softplus",
    "Split",
    "Sqrt",
    "Squeeze",
    "Sub",
    "Sum",
    "Tanh",
    "Transpose",
    "Unsqueeze",
    "Where",
];

/// Checks that a model reads no other file, uses known operators only and is put together right.
///
/// # Errors
/// The first thing that is not so.
pub fn vet_model(model: &ModelProto) -> Result<(), PolicyFault> {
    let graph = model.graph.as_ref();
    let graph = graph.ok_or_else(|| PolicyFault::NoModel { why: "it has no graph".to_owned() })?;
    if graph.node.len() > MOST_NODES {
        let why = format!("it has {} nodes, and a policy has {MOST_NODES} at most", graph.node.len());
        return Err(PolicyFault::Forbidden { why });
    }
    graph.initializer.iter().try_for_each(vet_tensor)?;
    graph.node.iter().try_for_each(vet_node)?;
    vet_wiring(graph)
}

fn vet_tensor(tensor: &TensorProto) -> Result<(), PolicyFault> {
    let outside = tensor.data_location == Some(tensor_proto::DataLocation::External as i32);
    if outside || !tensor.external_data.is_empty() {
        let why = format!("its tensor {:?} lies in another file; save the model as one file", tensor.name);
        return Err(PolicyFault::Forbidden { why });
    }
    let numbers = tensor.dims.iter().try_fold(1_i64, |all, &dim| all.checked_mul(dim).filter(|_| dim >= 0));
    if matches!(numbers, Some(0..=MOST_NUMBERS)) {
        return Ok(());
    }
    let why = format!("its tensor {:?} has the impossible size {:?}", tensor.name, tensor.dims);
    Err(PolicyFault::Forbidden { why })
}

fn vet_node(node: &NodeProto) -> Result<(), PolicyFault> {
    let known = OPERATORS.contains(&node.op_type.as_str());
    if !known || !["", "ai.onnx"].contains(&node.domain.as_str()) {
        let why = format!("its operator {:?} is none that policies may use", node.op_type);
        return Err(PolicyFault::Forbidden { why });
    }
    let attributes = &node.attribute;
    if attributes.iter().any(|one| one.g.is_some() || !one.graphs.is_empty() || one.sparse_tensor.is_some()) {
        let why = format!("its operator {:?} holds another graph", node.op_type);
        return Err(PolicyFault::Forbidden { why });
    }
    let tensors = attributes.iter().flat_map(|one| one.t.iter().chain(&one.tensors));
    tensors.into_iter().try_for_each(vet_tensor)
}

/// Checks that each node uses what stands before it, and that each output is there.
fn vet_wiring(graph: &GraphProto) -> Result<(), PolicyFault> {
    let inputs = graph.input.iter().map(|input| input.name.as_str());
    let tensors = graph.initializer.iter().map(|tensor| tensor.name.as_str());
    let mut there: BTreeSet<&str> = tensors.chain(inputs).collect();
    let missing =
        |name: &str| PolicyFault::NoModel { why: format!("{name:?} is used and comes from nowhere") };
    for node in &graph.node {
        for name in node.input.iter().filter(|name| !name.is_empty()) {
            if !there.contains(name.as_str()) {
                return Err(missing(name));
            }
        }
        there.extend(node.output.iter().map(String::as_str));
    }
    let absent = graph.output.iter().find(|output| !there.contains(output.name.as_str()));
    absent.map_or(Ok(()), |output| Err(missing(&output.name)))
}
