"""A policy learns to fight, with NumPy alone or with PyTorch: by imitation, then by proximal policy optimisation with masks.

    python python/examples/ppo.py --steps 16000                           from nothing, in seconds
    python python/examples/ppo.py --lessons 2000 --teacher strategist --opponents greedy hunter warden \\
        --steps 2000000 --save skirmish.npz --onnx skirmish.onnx --curve curve.csv
    python python/examples/ppo.py --load skirmish.npz --steps 0 --opponents random greedy hunter
    python python/examples/ppo.py --steps 16000 --torch                   the same network in PyTorch, on a GPU where one is

It learns on both sides at once. Games of the evaluation come in pairs, the same seed from either side, and take the action
with the highest score, as ``policy:skirmish.onnx`` does in the terminal. With NumPy the same arguments give the same weights, bit
for bit, on one machine. Files of weights are the same for both.

After "Proximal Policy Optimization Algorithms" (Schulman and others, 2017), "High-Dimensional Continuous Control Using
Generalized Advantage Estimation" (2015) and, for the noise in lessons, "DART" (Laskey and others, 2017).
"""

from __future__ import annotations

import argparse
import hashlib
from typing import Any

# First of all: it says how many threads NumPy may use.
from skirmish import SKIRMISH, Array, Encoder, Network, Objective, Weights, backward, forward, load_onnx, new_weights, save_onnx

import numpy as np
from numpy.typing import NDArray

from hotgates import Battle, Commander, Order
from hotgates._core import Episode
from hotgates.gym_env import BattleEnv
from hotgates.options import make_options
from hotgates.vector_env import BattleVectorEnv

# Seeds of the evaluation: no battle of the training has them.
EVALUATION = 1_000_000_000


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


class NumpyNetwork:
    """The network and its optimiser in NumPy."""

    def __init__(self, weights: Weights, links: Array) -> None:
        self.weights, self.links, self.adam = weights, links, Adam(weights)

    def judge(self, seen: Array) -> tuple[Array, Array]:
        """Returns scores of all actions and the value of each position."""
        return forward(self.weights, self.links, seen)[:2]

    def learn(self, seen: Array, objective: Objective, rate: float) -> None:
        """Takes a step down the gradients that an objective says scores and values have."""
        scores, values, kept = forward(self.weights, self.links, seen)
        self.adam.follow(self.weights, backward(self.weights, self.links, kept, *objective(scores, values)), rate)


class Lessons:
    """What a teacher ordered, and what came of it: planes, masks, actions and the rewards that followed."""

    def __init__(self, encoder: Encoder) -> None:
        self.rows: dict[str, list[Any]] = {"planes": [], "mask": [], "action": [], "value": []}
        self.episode = Episode(make_options(SKIRMISH, rules=None, actions="pick", illegal="raise", reward="shaped", red=None,
                                            blue=None, max_actions=None))
        self.encoder = encoder

    def actions_of(self, battle: Battle, order: Order) -> list[int]:
        """Returns the actions that an order is: the unit's hex, and where it goes or whom it attacks."""
        if order.unit is None:
            return [self.episode.end_turn_action]
        at = {unit["id"]: unit["at"] for unit in battle.view(battle.side)["units"] if unit["presence"] == "onmap"}
        hexes = [at[order.unit], order.to if order.target is None else at[order.target]]
        return [row * self.encoder.columns + column for column, row in hexes]

    def watch(self, teacher: str, opponent: str, side: int, seed: int, chance: np.random.Generator, noise: float) -> None:
        """Adds a battle of the teacher. Some orders are drawn by lot instead, so that it shows how to go on from there."""
        episode, battle = self.episode, Battle.from_text(SKIRMISH, seed=seed)
        episode.reset(seed)
        players = [Commander(name, seed=seed + 7) for name in ((teacher, opponent) if side == 0 else (opponent, teacher))]
        first, worth = len(self.rows["value"]), 0.0
        while not episode.over:
            mover = episode.side
            order, _ = players[mover].order(battle)
            by_lot = mover == side and chance.random() < noise
            for action in self.actions_of(battle, order):
                if mover == side:
                    mask = episode.mask()[: self.encoder.hexes + 1]
                    for key, what in (("planes", episode.planes(mover)), ("mask", mask), ("action", action), ("value", worth)):
                        self.rows[key].append(what)
                if by_lot:
                    break
                worth += episode.step(action)[0]
            while by_lot:
                action = episode.draw_action(int(chance.integers(2**32)))
                meaning = episode.meaning(action)
                worth += episode.step(action)[0]
                if isinstance(meaning, Order):
                    order, by_lot = meaning, False
            battle.act(order)
        values = self.rows["value"]
        values[first:] = [(worth - before) * (1 if side == 0 else -1) for before in values[first:]]


def imitate(arguments: argparse.Namespace, encoder: Encoder, network: Network, chance: np.random.Generator) -> None:
    """Changes the weights until they give the orders that the teacher gives."""
    lessons, others = Lessons(encoder), [*arguments.opponents, arguments.teacher]
    for number in range(arguments.lessons):
        noise = 0.0 if number % 3 == 0 else 0.15
        lessons.watch(arguments.teacher, others[number // 2 % len(others)], number % 2, number, chance, noise)
    rows = {key: np.stack(what) for key, what in lessons.rows.items()}
    values, count = rows["value"].astype(np.float32), len(rows["action"])
    for epoch in range(arguments.epochs):
        order, right, rate = chance.permutation(count), 0, 2e-3 * (1 - epoch / arguments.epochs)
        for part in np.array_split(order, max(1, count // 512)):
            mask, actions, size = rows["mask"][part], rows["action"][part], np.float32(len(part))

            def objective(scores: Array, guess: Array) -> tuple[Array, Array]:
                nonlocal right
                on_scores = chances(scores, mask)
                right += int((on_scores.argmax(axis=1) == actions).sum())
                on_scores[np.arange(len(part)), actions] -= 1
                return on_scores / size, np.float32(0.5) * (guess - values[part]) / size

            network.learn(encoder.look(rows["planes"][part]), objective, rate)
        if not arguments.quiet:
            print(f"lessons, round {epoch + 1}: {100 * right / count:.1f} % of {count} actions as the teacher's", flush=True)


class Battles:
    """Battles of both sides against each opponent, equally many, as one."""

    def __init__(self, text: str, opponents: list[str], count: int, seed: int, encoder: Encoder) -> None:
        self.encoder = encoder
        each = max(1, count // (2 * len(opponents)))
        self.parts = [BattleVectorEnv(each, map=text, side=side, opponent=opponent, reward="shaped", copy=False)
                      for opponent in opponents for side in ("red", "blue")]  # type: ignore[arg-type]
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


def train(arguments: argparse.Namespace, encoder: Encoder, network: Network, chance: np.random.Generator) -> None:
    """Changes the weights by a number of steps."""
    battles = Battles(SKIRMISH, arguments.opponents, arguments.battles, arguments.seed * 7919, encoder)
    count, length = battles.count, 64
    over = np.zeros(count, bool)
    updates = max(1, arguments.steps // (count * length))
    wins: list[float] = []
    best = (0.0, network.weights)
    for update in range(updates):
        if arguments.curve and update % max(1, updates // 10) == 0:
            best = look_back(arguments, encoder, network.weights, best, update * count * length)
        rows: dict[str, list[Any]] = {key: [] for key in ("seen", "mask", "action", "chance", "value", "reward", "over", "live")}
        for _ in range(length):
            seen, mask = battles.look()
            scores, values = network.judge(seen)
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
        _, last = network.judge(battles.look()[0])
        batch = {key: np.stack(what) for key, what in rows.items()}
        advantage, gained = np.zeros_like(batch["reward"]), np.zeros(count, np.float32)
        for moment in reversed(range(length)):
            following = last if moment == length - 1 else batch["value"][moment + 1]
            goes_on = (~batch["over"][moment]).astype(np.float32)
            error = batch["reward"][moment] + np.float32(0.998) * following * goes_on - batch["value"][moment]
            gained = error + np.float32(0.998 * 0.95) * goes_on * gained
            advantage[moment] = gained
        learn(network, chance, batch, advantage, arguments.rate * (1 - update / updates))
        if not arguments.quiet and (update % 10 == 9 or update == updates - 1):
            print(f"{(update + 1) * count * length:>9} steps: {len(wins)} battles over, mean last reward {np.mean(wins or [0]):+.3f}", flush=True)
            wins.clear()
    if arguments.curve:
        network.weights = look_back(arguments, encoder, network.weights, best, updates * count * length)[1]


def learn(network: Network, chance: np.random.Generator, batch: dict[str, Any], advantage: Array, rate: float) -> None:
    """Follows the clipped objective over a batch, in four rounds of eight parts."""
    live = np.flatnonzero(batch["live"].ravel())
    flat = {key: what.reshape(-1, *what.shape[2:])[live] for key, what in batch.items()}
    gain, target = advantage.ravel()[live], (advantage + batch["value"]).ravel()[live]
    gain = (gain - gain.mean()) / (gain.std() + np.float32(1e-8))
    for _ in range(4):
        for part in np.array_split(chance.permutation(len(live)), 8):
            some = {key: flat[key][part] for key in ("seen", "mask", "action", "chance")}
            network.learn(some["seen"], clipped_objective(some, gain[part], target[part]), rate)


def clipped_objective(some: dict[str, Any], gain: Array, target: Array) -> Objective:
    """Returns what the clipped objective, with a little entropy, has scores and values change by."""
    rows, actions, size = np.arange(len(gain)), some["action"], np.float32(len(gain))

    def objective(scores: Array, values: Array) -> tuple[Array, Array]:
        probabilities = chances(scores, some["mask"])
        ratio = probabilities[rows, actions] / some["chance"]
        clipped = ((gain > 0) & (ratio > 1.2)) | ((gain < 0) & (ratio < 0.8))
        pull = np.where(clipped, np.float32(0), -gain * ratio)
        on_scores = -probabilities * pull[:, None]
        on_scores[rows, actions] += pull
        logs = np.log(np.maximum(probabilities, np.float32(1e-12)))
        entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
        on_scores += np.float32(0.003) * probabilities * (logs + entropy)
        return on_scores / size, np.float32(0.5) * (values - target) / size

    return objective


def evaluate(weights: Weights, encoder: Encoder, opponent: str, games: int, seed: int) -> tuple[float, float]:
    """Returns the points of paired games (a draw is half) as a share, and the standard error over pairs."""
    points = np.zeros((games // 2, 2))
    for number, side in enumerate(("red", "blue")):
        env = BattleEnv(SKIRMISH, side=side, opponent=opponent)  # type: ignore[arg-type]
        for pair in range(games // 2):
            observation, _ = env.reset(seed=seed + pair)
            over = False
            while not over:
                scores, _, _ = forward(weights, encoder.links, encoder.look(observation["observation"][None]))
                mask = observation["action_mask"][: encoder.hexes + 1]
                observation, _, over, _, _ = env.step(int(np.where(mask == 1, scores[0], -np.inf).argmax()))
            winner = env.episode.verdict
            points[pair, number] = 0.5 if winner is None or winner[0] is None else float(winner[0] == side)
    sets = points.mean(axis=1)
    return float(sets.mean()), float(sets.std(ddof=1) / np.sqrt(len(sets)))


def look_back(arguments: argparse.Namespace, encoder: Encoder, weights: Weights, best: tuple[float, Weights],
              steps: int) -> tuple[float, Weights]:
    """Adds a line to the file of the curve, steps and the share of points against each opponent; returns the best weights so far.

    Its battles are none of the evaluation's, so that the best weights are not the luckiest ones there.
    """
    shares = [evaluate(weights, encoder, opponent, 100, EVALUATION // 2)[0] for opponent in arguments.opponents]
    with open(arguments.curve, "a", encoding="utf-8") as file:
        print(steps, *(f"{share:.3f}" for share in shares), sep=",", file=file)
    mean = float(np.mean(shares))
    return best if mean < best[0] else (mean, {name: array.copy() for name, array in weights.items()})


def main() -> None:
    """Trains, saves, loads and evaluates as the arguments say."""
    parser = argparse.ArgumentParser(description="A policy learns a small battle, with NumPy or PyTorch")
    parser.add_argument("--steps", type=int, default=200_000, help="number of actions to learn from")
    parser.add_argument("--lessons", type=int, default=0, help="number of the teacher's battles to imitate first")
    parser.add_argument("--teacher", default="strategist", help="commander to imitate")
    parser.add_argument("--epochs", type=int, default=12, help="rounds through the lessons")
    parser.add_argument("--battles", type=int, default=32, help="number of battles at once, an even number")
    parser.add_argument("--rate", type=float, default=1e-3, help="rate of learning at the start")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything")
    parser.add_argument("--opponents", nargs="+", default=["random"], help="commanders of the other side")
    parser.add_argument("--games", type=int, default=200, help="games of the evaluation, in pairs")
    parser.add_argument("--save", help="file for the weights")
    parser.add_argument("--load", help="file of weights or policy to begin with; with --steps 0 there is no training")
    parser.add_argument("--onnx", help="file for the policy, which commands by policy:FILE.onnx")
    parser.add_argument("--curve", help="file to add shares of points to, on the way; the best weights of all these are kept")
    parser.add_argument("--torch", action="store_true", help="learn with PyTorch, on a GPU where there is one")
    parser.add_argument("--quiet", action="store_true", help="print the result only")
    arguments = parser.parse_args()
    encoder = Encoder(BattleEnv(SKIRMISH), SKIRMISH)
    chance = np.random.default_rng(arguments.seed)
    weights = new_weights(chance, encoder.size)
    if arguments.load:
        if arguments.load.endswith(".onnx"):
            weights = load_onnx(arguments.load)
        else:
            with np.load(arguments.load) as file:
                weights = {name: file[name] for name in file.files}
    make_network: Any = NumpyNetwork
    if arguments.torch:
        # An extra: nothing else here needs it.
        from skirmish_torch import TorchNetwork as make_network
    for work, wanted in ((imitate, arguments.lessons), (train, arguments.steps)):
        if wanted:
            network = make_network(weights, encoder.links)
            work(arguments, encoder, network, chance)
            weights = network.weights
    if arguments.save:
        np.savez(arguments.save, **weights)  # type: ignore[arg-type]
    if arguments.onnx:
        save_onnx(arguments.onnx, weights, encoder)
    digest = hashlib.sha256(b"".join(weights[name].tobytes() for name in sorted(weights))).hexdigest()
    for opponent in arguments.opponents:
        share, error = evaluate(weights, encoder, opponent, arguments.games, EVALUATION)
        print(f"weights {digest[:16]}; {100 * share:.1f} % of {arguments.games} paired games against {opponent} "
              f"(95 %: {100 * (share - 1.96 * error):.1f} to {100 * (share + 1.96 * error):.1f})", flush=True)


if __name__ == "__main__":
    main()
