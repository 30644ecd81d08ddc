"""Proximal policy optimisation with masks, in one file and with nothing but NumPy.

    python python/examples/ppo.py --steps 200000 --save policy.npz
    python python/examples/ppo.py --load policy.npz --steps 0 --opponents greedy hunter

The network looks at each hex with its neighbours and the means over the map, and gives every hex a score by the same
weights: an action of the form ``pick`` is a hex. It learns on both sides at once, and games of the evaluation come in pairs: the
same seed from either side. The same arguments give the same weights, bit for bit, on one machine.

After "Proximal Policy Optimization Algorithms" (Schulman and others, 2017) and "High-Dimensional Continuous Control Using
Generalized Advantage Estimation" (2015).
"""

from __future__ import annotations

import argparse
import hashlib
import os
from typing import Any

# More threads than one would add up in an order of their own.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np
from numpy.typing import NDArray

from hotgates import Battle
from hotgates.gym_env import BattleEnv
from hotgates.vector_env import BattleVectorEnv

Array = NDArray[np.float32]
Weights = dict[str, Array]

SKIRMISH = """Map(
    name: "Skirmish",
    rows: ["..........", "..f....f..", "#...=.....", "..f....f..", ".........."],
    turns: 12,
    red: (units: [(type: "infantry", at: (9, 1)), (type: "infantry", at: (9, 3)), (type: "cavalry", at: (9, 2)),
        (type: "artillery", at: (9, 4))]),
    blue: (units: [(type: "infantry"), (type: "infantry"), (type: "cavalry")]),
)"""

HIDDEN = 48


class Encoder:
    """Makes what the network sees of planes: for each hex its own, the sum around it, the means, and two distances."""

    def __init__(self, env: BattleEnv, text: str) -> None:
        names = env.episode.plane_names
        around = Battle.from_text(text).neighbours()
        self.hexes = len(around)
        self.links = np.zeros((self.hexes, self.hexes), np.float32)
        for place, others in enumerate(around):
            self.links[place, others[others >= 0]] = 1.0
        self.steps = self._distances()
        self.aims = [names.index("enemy men"), names.index("enemy flag")]
        # Men, points and the half-turns left go to 255, everything else to 1.
        self.scale = np.array([255.0 if name in ("own men", "enemy men", "half-turns left") else
                               16.0 if name == "own points" else 1.0 for name in names], np.float32)
        self.size = 3 * len(names) + len(self.aims)

    def _distances(self) -> Array:
        """Steps between any two hexes."""
        steps = np.where(np.eye(self.hexes, dtype=bool), 0.0, np.inf)
        reached, distance = np.eye(self.hexes, dtype=np.float32), 0
        while np.isinf(steps).any() and distance < self.hexes:
            distance += 1
            reached = np.minimum(reached + reached @ self.links, 1.0)
            steps[(reached > 0) & np.isinf(steps)] = distance
        return steps.astype(np.float32)

    def look(self, planes: NDArray[np.uint8]) -> Array:
        """Returns ``float32 (battles, hexes, features)``."""
        battles, count = planes.shape[:2]
        own = planes.reshape(battles, count, self.hexes).transpose(0, 2, 1).astype(np.float32) / self.scale
        beside = self.links @ own
        means = np.broadcast_to(own.mean(axis=1, keepdims=True), own.shape)
        far = []
        for aim in self.aims:
            there = own[:, :, aim] > 0
            to_each = np.where(there[:, None, :], self.steps[None], np.float32(20.0))
            far.append(to_each.min(axis=2)[:, :, None] / np.float32(10.0))
        return np.concatenate([own, beside, means, *far], axis=2)


def new_weights(chance: np.random.Generator, size: int) -> Weights:
    """Returns the weights of an untrained network."""

    def layer(inputs: int, outputs: int, scale: float) -> Array:
        return (chance.standard_normal((inputs, outputs)) * scale / np.sqrt(inputs)).astype(np.float32)

    return {
        "first": layer(size, HIDDEN, 1.4), "first_bias": np.zeros(HIDDEN, np.float32),
        "second": layer(HIDDEN, HIDDEN, 1.4), "second_bias": np.zeros(HIDDEN, np.float32),
        "hex": layer(HIDDEN, 1, 0.01), "end": layer(HIDDEN, 1, 0.01), "end_bias": np.full(1, -1.0, np.float32),
        "value": layer(HIDDEN, 1, 0.1), "value_bias": np.zeros(1, np.float32),
    }


def forward(weights: Weights, seen: Array) -> tuple[Array, Array, tuple[Array, ...]]:
    """Returns scores of all actions, the value of each position, and what the way back needs."""
    first = np.maximum(seen @ weights["first"] + weights["first_bias"], 0)
    second = np.maximum(first @ weights["second"] + weights["second_bias"], 0)
    pooled = second.mean(axis=1)
    scores = np.concatenate([(second @ weights["hex"])[:, :, 0], pooled @ weights["end"] + weights["end_bias"]], axis=1)
    return scores, (pooled @ weights["value"] + weights["value_bias"])[:, 0], (seen, first, second, pooled)


def backward(weights: Weights, kept: tuple[Array, ...], scores: Array, values: Array) -> Weights:
    """Returns the gradients of the weights, given those of scores and values."""
    seen, first, second, pooled = kept
    hexes = seen.shape[1]
    on_hexes, on_end = scores[:, :hexes], scores[:, hexes:]
    on_pooled = on_end @ weights["end"].T + values[:, None] @ weights["value"].T
    on_second = on_hexes[:, :, None] * weights["hex"][:, 0] + on_pooled[:, None, :] / np.float32(hexes)
    on_second *= second > 0
    on_first = (on_second @ weights["second"].T) * (first > 0)

    def flat(array: Array) -> Array:
        return array.reshape(-1, array.shape[-1])

    return {
        "first": flat(seen).T @ flat(on_first), "first_bias": flat(on_first).sum(axis=0),
        "second": flat(first).T @ flat(on_second), "second_bias": flat(on_second).sum(axis=0),
        "hex": flat(second).T @ on_hexes.reshape(-1, 1), "end": pooled.T @ on_end, "end_bias": on_end.sum(axis=0),
        "value": pooled.T @ values[:, None], "value_bias": values.sum(keepdims=True),
    }


def chances(scores: Array, mask: NDArray[np.int8]) -> Array:
    """Returns the chance of each action; none for illegal ones."""
    scores = np.where(mask == 1, scores, np.float32(-1e9))
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def draw(chance: np.random.Generator, probabilities: Array) -> NDArray[np.int64]:
    """Draws an action for each row."""
    lots = chance.random((len(probabilities), 1)) * probabilities.sum(axis=1, keepdims=True)
    drawn = (probabilities.cumsum(axis=1) > lots).argmax(axis=1)
    # A lot at the very end may fall past the last legal action by rounding.
    return np.where(probabilities[np.arange(len(drawn)), drawn] > 0, drawn, probabilities.argmax(axis=1))


class Adam:
    """Adam (Kingma and Ba, 2014)."""

    def __init__(self, weights: Weights) -> None:
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}
        self.count = 0

    def follow(self, weights: Weights, gradients: Weights, rate: float) -> None:
        """Takes one step."""
        self.count += 1
        norm = np.sqrt(sum(float((array**2).sum()) for array in gradients.values()))
        clip = np.float32(min(1.0, 0.5 / (norm + 1e-8)))
        for name, gradient in gradients.items():
            gradient = gradient * clip
            self.mean[name] += np.float32(0.1) * (gradient - self.mean[name])
            self.square[name] += np.float32(0.001) * (gradient**2 - self.square[name])
            mean = self.mean[name] / np.float32(1 - 0.9**self.count)
            square = self.square[name] / np.float32(1 - 0.999**self.count)
            weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-5))


class Battles:
    """Battles of both sides against each opponent, equally many, as one."""

    def __init__(self, text: str, opponents: list[str], count: int, seed: int, encoder: Encoder) -> None:
        self.encoder = encoder
        each = count // (2 * len(opponents))
        self.parts = [BattleVectorEnv(each, map=text, side=side, opponent=opponent, reward="shaped", copy=False)
                      for opponent in opponents for side in ("red", "blue")]
        self.count = each * len(self.parts)
        for number, part in enumerate(self.parts):
            part.reset(seed=seed + number * 1_000_003)

    def look(self) -> tuple[Array, NDArray[np.int8]]:
        """Returns what the network sees, and the masks."""
        parts = [part._look()[0] for part in self.parts]
        planes, masks = (np.concatenate([part[key] for part in parts]) for key in ("observation", "action_mask"))
        return self.encoder.look(planes), masks[:, : self.encoder.hexes + 1]

    def step(self, actions: NDArray[np.int64]) -> tuple[Array, NDArray[np.bool_]]:
        """Returns rewards and which battles are over."""
        chosen = np.split(actions, len(self.parts))
        parts = [part.step(some)[1:3] for part, some in zip(self.parts, chosen)]
        return np.concatenate([part[0] for part in parts]).astype(np.float32), np.concatenate([part[1] for part in parts])


def train(arguments: argparse.Namespace, encoder: Encoder, weights: Weights, chance: np.random.Generator) -> None:
    """Changes the weights by a number of steps."""
    battles = Battles(SKIRMISH, arguments.opponents, arguments.battles, arguments.seed * 7919, encoder)
    adam, count, length = Adam(weights), battles.count, 64
    over = np.zeros(count, bool)
    updates = max(1, arguments.steps // (count * length))
    wins: list[float] = []
    for update in range(updates):
        rows: dict[str, list[Any]] = {key: [] for key in ("seen", "mask", "action", "chance", "value", "reward", "over", "live")}
        for _ in range(length):
            seen, mask = battles.look()
            scores, values, _ = forward(weights, seen)
            # A battle that is over has no legal action: its next step begins the next one.
            mask = np.where(mask.any(axis=1, keepdims=True), mask, np.int8(1))
            probabilities = chances(scores, mask)
            actions = draw(chance, probabilities)
            rewards, ended = battles.step(actions)
            wins += rewards[ended].tolist()
            for key, what in (("seen", seen), ("mask", mask), ("action", actions), ("value", values),
                              ("chance", probabilities[np.arange(count), actions]), ("reward", rewards),
                              ("over", ended), ("live", ~over)):
                rows[key].append(what)
            over = ended
        _, last, _ = forward(weights, battles.look()[0])
        batch = {key: np.stack(what) for key, what in rows.items()}
        advantage, gained = np.zeros_like(batch["reward"]), np.zeros(count, np.float32)
        for moment in reversed(range(length)):
            following = last if moment == length - 1 else batch["value"][moment + 1]
            goes_on = (~batch["over"][moment]).astype(np.float32)
            error = batch["reward"][moment] + np.float32(0.995) * following * goes_on - batch["value"][moment]
            gained = error + np.float32(0.995 * 0.95) * goes_on * gained
            advantage[moment] = gained
        learn(weights, adam, chance, batch, advantage, arguments.rate * (1 - update / updates))
        if not arguments.quiet and (update % 10 == 9 or update == updates - 1):
            print(f"{(update + 1) * count * length:>9} steps: {len(wins)} battles over, mean last reward {np.mean(wins or [0]):+.3f}", flush=True)
            wins.clear()


def learn(weights: Weights, adam: Adam, chance: np.random.Generator, batch: dict[str, Any], advantage: Array, rate: float) -> None:
    """Follows the clipped objective over a batch, in four rounds of eight parts."""
    live = np.flatnonzero(batch["live"].ravel())
    flat = {key: what.reshape(-1, *what.shape[2:])[live] for key, what in batch.items()}
    gain, target = advantage.ravel()[live], (advantage + batch["value"]).ravel()[live]
    gain = (gain - gain.mean()) / (gain.std() + np.float32(1e-8))
    for _ in range(4):
        for part in np.array_split(chance.permutation(len(live)), 8):
            scores, values, kept = forward(weights, flat["seen"][part])
            probabilities = chances(scores, flat["mask"][part])
            rows, actions = np.arange(len(part)), flat["action"][part]
            ratio = probabilities[rows, actions] / flat["chance"][part]
            clipped = ((gain[part] > 0) & (ratio > 1.2)) | ((gain[part] < 0) & (ratio < 0.8))
            pull = np.where(clipped, np.float32(0), -gain[part] * ratio)
            on_scores = -probabilities * pull[:, None]
            on_scores[rows, actions] += pull
            logs = np.log(np.maximum(probabilities, np.float32(1e-12)))
            entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
            on_scores += np.float32(0.01) * probabilities * (logs + entropy)
            on_values = np.float32(0.5) * (values - target[part])
            size = np.float32(len(part))
            adam.follow(weights, backward(weights, kept, on_scores / size, on_values / size), rate)


def evaluate(weights: Weights, encoder: Encoder, opponent: str, games: int, seed: int) -> tuple[float, float]:
    """Returns the points of paired games (a draw is half) as a share, and the standard error over pairs."""
    chance = np.random.default_rng(seed)
    points = np.zeros((games // 2, 2))
    for number, side in enumerate(("red", "blue")):
        env = BattleEnv(SKIRMISH, side=side, opponent=opponent)  # type: ignore[arg-type]
        for pair in range(games // 2):
            observation, _ = env.reset(seed=seed + pair)
            over = False
            while not over:
                scores, _, _ = forward(weights, encoder.look(observation["observation"][None]))
                mask = observation["action_mask"][None, : encoder.hexes + 1]
                observation, _, over, _, _ = env.step(int(draw(chance, chances(scores, mask))[0]))
            winner = env.episode.verdict
            points[pair, number] = 0.5 if winner is None or winner[0] is None else float(winner[0] == side)
    sets = points.mean(axis=1)
    return float(sets.mean()), float(sets.std(ddof=1) / np.sqrt(len(sets)))


def main() -> None:
    """Trains, saves, loads and evaluates as the arguments say."""
    parser = argparse.ArgumentParser(description="PPO with masks on a small battle, with nothing but NumPy")
    parser.add_argument("--steps", type=int, default=200_000, help="number of actions to learn from")
    parser.add_argument("--battles", type=int, default=32, help="number of battles at once, an even number")
    parser.add_argument("--rate", type=float, default=1e-3, help="rate of learning at the start")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything")
    parser.add_argument("--opponents", nargs="+", default=["random"], help="commanders of the other side")
    parser.add_argument("--games", type=int, default=200, help="games of the evaluation, in pairs")
    parser.add_argument("--save", help="file for the weights")
    parser.add_argument("--load", help="file of weights to begin with; with --steps 0 there is no training")
    parser.add_argument("--quiet", action="store_true", help="print the result only")
    arguments = parser.parse_args()
    encoder = Encoder(BattleEnv(SKIRMISH), SKIRMISH)
    chance = np.random.default_rng(arguments.seed)
    weights = new_weights(chance, encoder.size)
    if arguments.load:
        with np.load(arguments.load) as file:
            weights = {name: file[name] for name in file.files}
    if arguments.steps:
        train(arguments, encoder, weights, chance)
    if arguments.save:
        np.savez(arguments.save, **weights)  # type: ignore[arg-type]
    digest = hashlib.sha256(b"".join(weights[name].tobytes() for name in sorted(weights))).hexdigest()
    for opponent in arguments.opponents:
        share, error = evaluate(weights, encoder, opponent, arguments.games, 1_000_000)
        print(f"weights {digest[:16]}; {100 * share:.1f} % of {arguments.games} paired games against {opponent} "
              f"(95 %: {100 * (share - 1.96 * error):.1f} to {100 * (share + 1.96 * error):.1f})", flush=True)


if __name__ == "__main__":
    main()
