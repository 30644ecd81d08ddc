// A bot for Hotgates that asks the arbiter instead of having an engine; docs/bots.md says how that goes.
// hotgates battle maps/goat_path.ron --red "bot:node examples/bots/javascript/bot.mjs" --blue greedy --watch
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

/** Returns the name and the body of the next message; ends the program when there is none. */
async function hear() {
  for (;;) {
    const { value, done } = await lines.next();
    const [name, body] = done ? ["quit"] : Object.entries(JSON.parse(value))[0];
    if (name === "quit") process.exit();
    if (name !== "ping") return [name, body];
    say({ pong: {} });
  }
}

/** Counts the steps between two hexes; columns with odd numbers lie half a hex lower. */
function distance(one, other) {
  const [dx, dy] = [other[0] - one[0], other[1] - (other[0] >> 1) - one[1] + (one[0] >> 1)];
  return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
}

class Game {
  constructor({ game, side, scenario }) {
    Object.assign(this, { number: game, side, asked: 0 });
    this.types = Object.fromEntries(scenario.rules.units.map((type) => [type.name, type]));
  }

  /** Asks the arbiter, in one line; returns the answers, undefined for each that is an error. */
  async ask(questions) {
    this.questions -= questions.length;
    say({ ask: { game: this.number, id: ++this.asked, questions } });
    let [name, body] = await hear();
    while (name !== "answer") [name, body] = await hear(); // only `stop` can come first, and we are quick
    return body.answers.map((answer, at) => answer[Object.keys(questions[at])[0]]);
  }

  /** Returns the next order, and why. */
  async nextOrder() {
    const [view] = await this.ask([{ view: {} }]);
    const units = view.units.filter((unit) => unit.at);
    const own = units.filter((unit) => unit.side === this.side && !this.done.has(unit.id));
    const enemies = units.filter((unit) => unit.side !== this.side);
    const castles = view.flags.filter((flag) => flag.owner !== this.side).map((flag) => flag.at);
    for (const unit of own) {
      if (this.questions < 30) break;
      const [legal, reach] = await this.ask([{ legal: { unit: unit.id } }, { reach: { unit: unit.id } }]);
      const isLegal = (order) => legal.some((other) => JSON.stringify(other) === JSON.stringify(order));
      const attack = await this.bestAttack(unit, enemies, reach, isLegal);
      const choice = attack ?? (await this.march(unit, [...castles, ...enemies.map(({ at }) => at)], isLegal));
      if (choice) return choice;
      this.done.add(unit.id);
    }
    return ["end_turn", "there is nothing better to do"];
  }

  /** Returns the attack that costs the enemy most more men than it costs us, from any hex in reach, or the move to
   *  that hex; undefined if every attack costs us more. */
  async bestAttack(unit, enemies, reach, isLegal) {
    const { attack_cost, ranged } = this.types[unit.type];
    const [id, min, max] = [unit.id, ranged?.min ?? 1, ranged?.max ?? 1];
    const places = reach
      .flatMap(([at, left]) => enemies.map((enemy) => ({ far: distance(at, enemy.at), left, at, enemy })))
      .filter(({ far, left }) => left >= attack_cost && min <= far && far <= max);
    // From afar, and with points left, is best; there are only so many questions in a half-turn.
    places.sort((one, other) => other.far - one.far || other.left - one.left).splice(20);
    const odds = await this.ask(places.map(({ at, enemy }) => ({ odds: { unit: id, target: enemy.id, from: at } })));
    let [best, choice] = [0];
    places.forEach(({ at, enemy }, index) => {
      const order = `${at}` === `${unit.at}` ? { attack: [unit.id, enemy.id] } : { move: [unit.id, at] };
      const chances = odds[index];
      if (!chances || !isLegal(order)) return;
      const worth = chances.target_losses - chances.attacker_losses;
      if (worth > best) {
        best = worth;
        choice = [order, `attacking unit ${enemy.id} from ${at} is worth ${worth} men`];
      }
    });
    return choice;
  }

  /** Returns the move along the cheapest way to the nearest castle or enemy, as far as the points go. */
  async march(unit, goals, isLegal) {
    goals.sort((one, other) => distance(one, unit.at) - distance(other, unit.at));
    const [path] = await this.ask([{ path: { unit: unit.id, to: goals[0] ?? unit.at } }]);
    const at = path?.hexes.findLast((at) => isLegal({ move: [unit.id, at] }));
    return at && [{ move: [unit.id, at] }, `marches to ${goals[0]}, ${path.cost} points away`];
  }
}

const games = new Map();
for (;;) {
  const [name, body] = await hear();
  const game = games.get(body.game);
  if (name === "hello") say({ ready: { name: "example in JavaScript", protocol: 1 } });
  if (name === "new") {
    games.set(body.game, new Game(body));
    say({ ok: { game: body.game } });
  } else if (name === "illegal") {
    say({ order: { game: body.game, order: "end_turn", reason: body.why } });
  } else if (name === "turn" || (name === "events" && body.more)) {
    if (name === "turn") Object.assign(game, { done: new Set(), questions: 1000 }); // who is done; what may be asked
    const [order, reason] = await game.nextOrder();
    say({ order: { game: body.game, order, reason } });
  } else if (name === "over" && games.delete(body.game)) say({ done: { game: body.game } });
}
