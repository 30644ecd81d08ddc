"""The network of ``skirmish.py`` in PyTorch: the same weights, scores and steps but for rounding, on a GPU where there is one."""

from __future__ import annotations

import torch
from skirmish import MIXING, Array, Objective, Weights
from torch import Tensor


class TorchNetwork:
    """The network and its optimiser in PyTorch.

    Args:
        weights: Weights to begin with, ``float32``.
        links: Which hexes are neighbours, ``float32 (hexes, hexes)``.
        device: Where it computes; without one a GPU if there is one.
    """

    def __init__(self, weights: Weights, links: Array, device: str | None = None) -> None:
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        self.links = torch.tensor(links, device=self.device)
        self.tensors = {name: torch.tensor(array, device=self.device, requires_grad=True) for name, array in weights.items()}
        self.adam = torch.optim.Adam(self.tensors.values(), betas=(0.9, 0.999), eps=1e-5)

    @property
    def weights(self) -> Weights:
        """The weights as arrays of their own."""
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in self.tensors.items()}

    @weights.setter
    def weights(self, weights: Weights) -> None:
        with torch.no_grad():
            for name, tensor in self.tensors.items():
                tensor.copy_(torch.as_tensor(weights[name]))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Returns scores of all actions ``(battles, hexes + 1)`` and the value of each position ``(battles,)``."""
        own = self.tensors
        here = torch.relu(seen @ own["first"] + own["first_bias"])
        for name in MIXING:
            mean = here.mean(dim=1, keepdim=True) @ own[f"{name}_mean"]
            mixed = here @ own[name] + self.links @ (here @ own[f"{name}_beside"]) + mean
            here = torch.relu(mixed + own[f"{name}_bias"])
        pooled = here.mean(dim=1)
        scores = torch.cat([(here @ own["hex"])[:, :, 0], pooled @ own["end"] + own["end_bias"]], dim=1)
        return scores, (pooled @ own["value"] + own["value_bias"])[:, 0]

    def judge(self, seen: Array) -> tuple[Array, Array]:
        """Returns scores of all actions and the value of each position."""
        with torch.no_grad():
            scores, values = self.forward(torch.as_tensor(seen, device=self.device))
        return scores.cpu().numpy(), values.cpu().numpy()

    def learn(self, seen: Array, objective: Objective, rate: float) -> None:
        """Takes a step down the gradients that an objective says scores and values have."""
        found = self.forward(torch.as_tensor(seen, device=self.device))
        wanted = objective(*(tensor.detach().cpu().numpy() for tensor in found))
        self.adam.zero_grad()
        torch.autograd.backward(found, [torch.as_tensor(array, device=self.device) for array in wanted])
        torch.nn.utils.clip_grad_norm_(self.tensors.values(), 0.5)
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
