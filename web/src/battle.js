// A battle on the screen: what is shown of it, what is selected, whose orders it follows.

/** @import { Ground, HexPlace, LogLine, Odds, Order, Position, SideName, Unit, UnitAnswer } from "./types.js" */

import { Board, noMarks } from "./board.js";
import { announce, make, makeButton } from "./dom.js";
import { Engine, EngineFault } from "./engine.js";
import { makePanels, showLog, showOdds, showStatus, showTimeline, showUnit } from "./panels.js";
import { AUTOMATIC, keepSave } from "./saves.js";
import { percentOf, saidInWords, say, unitName } from "./texts.js";

/** Battles that are fought for the question "what if". */
const WHAT_IF = 100;

/**
 * What is about to be ordered: shown first, done by the next press.
 * @typedef {{ at: HexPlace, orders: Order[], words: string }} Intent
 */

export class BattleScreen {
  /**
   * @param {Engine} desk The engine that holds the game.
   * @param {number} game
   * @param {{
   *   palette: string, leave: (() => void) | null, keeps: boolean, verified: string | null, deploying: boolean,
   *   tools?: HTMLElement,
   * }} options `tools` stand in place of those for files.
   */
  constructor(desk, game, options) {
    this.desk = desk;
    this.game = game;
    this.palette = options.palette;
    this.leave = options.leave;
    this.keeps = options.keeps;
    this.verified = options.verified;
    this.tools = options.tools ?? null;
    /** True before the first turn, while people may arrange their units. */
    this.deploying = options.deploying;
    /** Number of orders before the position shown; null for the present one. @type {number | null} */
    this.at = null;
    /** @type {Position | null} */
    this.position = null;
    /** @type {Ground | null} */
    this.ground = null;
    /** @type {LogLine[]} */
    this.log = [];
    /** @type {Unit | null} */
    this.selected = null;
    /** @type {UnitAnswer | null} */
    this.can = null;
    /** @type {Intent | null} */
    this.intent = null;
    /** @type {Engine | null} */
    this.mind = null;
    /** @type {Engine | null} */
    this.asker = null;
    /** Ends when what is shown is up to date. @type {Promise<void>} */
    this.refreshed = Promise.resolve();
    this.showsThreat = false;
    this.paused = false;
    this.playing = false;
    this.speed = "slow";
    this.closed = false;
    this.canvas = make("canvas", { tabindex: "0", role: "application", class: "board" });
    this.panels = makePanels(this);
    this.root = make("div", { class: "battle" }, make("div", { class: "board-box" }, this.canvas), this.panels.side);
    this.board = new Board(this.canvas, {
      point: (at) => void this.point(at),
      pick: (at, touch) => void this.pick(at, touch),
    });
    this.canvas.addEventListener("keydown", (event) => this.press(event));
  }

  /** Shows the battle as it stands and lets computers play. */
  async begin() {
    await this.refresh(true);
    const { position } = this;
    if (this.deploying && !position?.zones.length) {
      this.deploying = false;
      showStatus(this);
    }
    if (position) {
      const mine = position.units.find((unit) => this.isOfPerson(unit.side)) ?? position.units[0];
      if (mine) this.board.centreOn(mine.at);
    }
    void this.runComputers();
  }

  close() {
    this.closed = true;
    this.mind?.stop();
    this.asker?.stop();
    void this.desk.ask({ do: "close", game: this.game }).catch(() => {});
  }

  /** @param {Record<string, unknown>} request */
  ask(request) {
    return this.desk.ask({ game: this.game, ...request });
  }

  /** @param {Record<string, unknown>} request */
  askHere(request) {
    return this.ask({ at: this.at, ...request });
  }

  /**
   * Tells of what went wrong.
   * @param {unknown} why
   */
  tellFault(why) {
    const words = why instanceof Error ? why.message : String(why);
    this.say(why instanceof EngineFault ? say("web-cannot", { why: words }) : say("web-failed", { why: words }));
  }

  /** @param {string} words */
  say(words) {
    this.panels.notice.textContent = words;
    if (words) announce(words);
  }

  /**
   * Shows the position that is looked at.
   * @param {boolean} [withGround]
   * @returns {Promise<void>}
   */
  refresh(withGround = false) {
    // One after the other: two side by side would both ask for the same lines of the log.
    const refresh = this.refreshed.then(() => this.load(withGround));
    this.refreshed = refresh.catch(() => {});
    return refresh;
  }

  /** @param {boolean} withGround */
  async load(withGround) {
    if (withGround || this.position?.weather) {
      this.ground = await this.askHere({ do: "ground", palette: this.palette });
      this.board.setGround(/** @type {Ground} */ (this.ground));
    }
    /** @type {Position} */
    const position = await this.askHere({ do: "position", palette: this.palette });
    this.position = position;
    if (this.log.length && this.log[this.log.length - 1].at >= position.of) this.log = this.log.filter((line) => line.at < position.of);
    const from = this.log.length ? this.log[this.log.length - 1].at + 1 : 0;
    if (from < position.of) this.log.push(...(await this.ask({ do: "log", from })).lines);
    this.board.setPosition(position);
    this.canvas.setAttribute("aria-label", say("web-board", { map: position.map }));
    if (this.selected) {
      const id = this.selected.id;
      this.selected = position.units.find((unit) => unit.id === id) ?? null;
    }
    await this.showSelection();
    showStatus(this);
    showLog(this);
    showTimeline(this);
  }

  /** True if orders of a person are wanted now. */
  get isMyTurn() {
    const { position } = this;
    return !this.deploying && this.at === null && position !== null && !position.verdict && position.seats[position.side] === "human";
  }

  /** What is waited for, in words, if neither side is to move. */
  get waiting() {
    return "";
  }

  /**
   * True if whoever looks on commands a side.
   * @param {SideName} side
   */
  isOfPerson(side) {
    return this.position?.seats[side] === "human";
  }

  /** True if the last order can be taken back. */
  get canUndo() {
    return this.position?.can_undo ?? false;
  }

  /** True if computers have orders to give now. */
  get isTheirTurn() {
    const { position } = this;
    return !this.deploying && this.at === null && position !== null && !position.verdict && position.seats[position.side] !== "human";
  }

  /**
   * True if a unit may begin on a hex: one of a person's on a hex of its side's zone.
   * @param {Unit} unit
   * @param {HexPlace} at
   */
  mayBegin(unit, at) {
    return this.position?.zones.some(([hex, side]) => side === unit.side && sameHex(hex, at)) ?? false;
  }

  /**
   * @param {HexPlace} at
   * @returns {Unit | undefined}
   */
  unitAt(at) {
    return this.position?.units.find((unit) => sameHex(unit.at, at));
  }

  /** Marks what the selected unit can do. */
  async showSelection() {
    const { selected } = this;
    const marks = { ...noMarks(), cursor: this.board.marks.cursor };
    this.can = null;
    this.intent = null;
    if (this.deploying) {
      marks.zone = this.position?.zones.map(([at]) => at) ?? [];
      marks.selected = selected?.at ?? null;
    } else if (selected) {
      marks.selected = selected.at;
      try {
        /** @type {UnitAnswer} */
        const can = await this.askHere({ do: "unit", unit: selected.id });
        this.can = can;
        marks.reach = can.reach.map(([at]) => at);
        marks.targets = can.targets.map(([id]) => this.placeOf(id));
        marks.beyond = can.beyond.filter(([id]) => !can.targets.some(([near]) => near === id)).map(([id]) => this.placeOf(id));
        if (this.showsThreat) {
          const threat = await this.askHere({ do: "threat", unit: selected.id });
          marks.threat = threat.hexes;
          marks.threatMen = threat.men;
          marks.reach = [];
          this.say(say("web-threat-of", { percent: percentOf(threat.destroyed_permille) }));
        }
      } catch (why) {
        this.tellFault(why);
      }
    }
    const last = this.at === null ? this.log[this.log.length - 1] : this.log.findLast((line) => line.at < (this.at ?? 0));
    if (last && !selected) marks.last = this.placesOfOrder(last.order);
    this.board.marks = marks;
    this.board.redraw();
    showUnit(this);
    showOdds(this, null, null);
  }

  /**
   * @param {number} id
   * @returns {HexPlace}
   */
  placeOf(id) {
    return this.position?.units.find((unit) => unit.id === id)?.at ?? [-1, -1];
  }

  /**
   * @param {Order} order
   * @returns {HexPlace[]}
   */
  placesOfOrder(order) {
    if (typeof order === "string") return [];
    const move = /** @type {[number, HexPlace] | undefined} */ (order.move);
    const attack = /** @type {[number, number] | undefined} */ (order.attack);
    if (move) return [move[1]];
    return attack ? attack.map((id) => this.placeOf(id)).filter(([col]) => col >= 0) : [];
  }

  /**
   * Previews what a press on a hex would do.
   * @param {HexPlace | null} at
   */
  async point(at) {
    if (!at || (this.pointed && sameHex(this.pointed, at))) return;
    this.pointed = at;
    await this.preview(at);
  }

  /**
   * Works out what a press on a hex would do, and shows its way, cost and odds.
   * @param {HexPlace} at
   */
  async preview(at) {
    const { selected, can, board } = this;
    this.intent = null;
    board.marks.path = [];
    this.tellHex(at);
    if (this.deploying) this.previewPlace(at);
    if (!selected || !can) return board.redraw();
    const enemy = this.unitAt(at);
    try {
      if (enemy && enemy.side !== selected.side) await this.previewAttack(selected, can, enemy);
      else if (!enemy && can.reach.some(([hex]) => sameHex(hex, at))) await this.previewMove(selected, at);
      else showOdds(this, null, null);
    } catch (why) {
      this.tellFault(why);
    }
    board.redraw();
  }

  /**
   * Offers to put the selected unit on a hex before the first turn.
   * @param {HexPlace} at
   */
  previewPlace(at) {
    const { selected } = this;
    const may = selected && !sameHex(selected.at, at) && this.mayBegin(selected, at);
    if (may) this.intent = { at, orders: [], words: say("web-place-here") };
    showOdds(this, null, null);
  }

  /**
   * Selects a unit before the first turn, or puts the selected one on a hex.
   * @param {HexPlace} at
   */
  async pickPlace(at) {
    const { selected } = this;
    const unit = this.unitAt(at) ?? null;
    const isMine = selected && this.isOfPerson(selected.side);
    this.say("");
    this.tellHex(at);
    if (selected && sameHex(selected.at, at)) this.selected = null;
    else if (selected && isMine && this.mayBegin(selected, at)) return this.placeUnit(selected, at);
    else if (unit || !isMine) this.selected = unit;
    else this.say(say("outside-deployment-zone", { hex: at.join(",") }));
    return this.showSelection();
  }

  /**
   * Puts a unit on a hex before the first turn; a friend there changes places with it.
   * @param {Unit} unit
   * @param {HexPlace} at
   */
  async placeUnit(unit, at) {
    try {
      await this.ask({ do: "deploy", unit: unit.id, to: at });
    } catch (why) {
      this.tellFault(why);
    }
    this.selected = null;
    await this.refresh();
    this.tellHex(at);
    announce(this.panels.hex.textContent ?? "");
  }

  /** Ends the arranging, and lets whoever is first play. */
  async beginFighting() {
    if (!this.deploying) return;
    this.deploying = false;
    this.say("");
    await this.passTurn();
    showStatus(this);
    if (this.isMyTurn) announce(say("web-your-turn"));
  }

  /**
   * @param {Unit} unit
   * @param {UnitAnswer} can
   * @param {Unit} enemy
   */
  async previewAttack(unit, can, enemy) {
    const near = can.targets.some(([id]) => id === enemy.id);
    const from = can.beyond.find(([id]) => id === enemy.id)?.[1];
    if (!near && !from) return showOdds(this, null, null);
    const place = near ? null : from ?? null;
    /** @type {{ odds: Odds | null }} */
    const { odds } = await this.askHere({ do: "odds", unit: unit.id, from: place, target: enemy.id });
    if (place) await this.markPath(unit, place);
    /** @type {Order[]} */
    const orders = [{ attack: [unit.id, enemy.id] }];
    if (place) orders.unshift({ move: [unit.id, place] });
    const words = place ? say("web-go-attack", { hex: place.join(",") }) : say("web-attack");
    if (this.isMyTurn && can.can_act) this.intent = { at: enemy.at, orders, words };
    showOdds(this, odds, enemy);
  }

  /**
   * @param {Unit} unit
   * @param {HexPlace} at
   */
  async previewMove(unit, at) {
    const fire = await this.markPath(unit, at);
    const left = this.can?.reach.find(([hex]) => sameHex(hex, at))?.[1] ?? 0;
    const cost = (this.can?.can_act ? unit.left : unit.movement) - left;
    this.say(say("move-costs", { cost, left }) + (fire ? ` · ${say("web-fire", { men: fire.losses })}` : ""));
    if (this.isMyTurn && this.can?.can_act) this.intent = { at, orders: [{ move: [unit.id, at] }], words: say("web-move-here") };
    showOdds(this, null, null);
  }

  /**
   * @param {Unit} unit
   * @param {HexPlace} at
   * @returns {Promise<{ losses: number } | null>}
   */
  async markPath(unit, at) {
    const { path, fire } = await this.askHere({ do: "path", unit: unit.id, to: at });
    this.board.marks.path = path?.hexes ?? [];
    return fire;
  }

  /**
   * Says what lies and stands on a hex.
   * @param {HexPlace} at
   */
  tellHex(at) {
    const { ground, selected } = this;
    if (!ground) return;
    const terrain = ground.terrains[ground.terrain[at[1] * ground.cols + at[0]]];
    const cost = selected ? terrain.costs[selected.type] : null;
    const values = { hex: at.join(","), terrain: saidInWords({ terrain: terrain.name }), cost: cost ?? 0 };
    let words = say(cost === null ? "web-hex" : "web-hex-cost", values);
    const unit = this.unitAt(at);
    if (unit) words += `. ${say("unit-of", { side: say(`side-${unit.side}`), unit: unitName(unit.kind, unit.label) })}, ${say("web-men", { men: unit.men, full: unit.full })}`;
    this.panels.hex.textContent = words;
  }

  /**
   * Does what a press on a hex means.
   * @param {HexPlace} at
   * @param {boolean} touch True if nothing could be pointed at before.
   */
  async pick(at, touch) {
    this.canvas.focus({ preventScroll: true });
    if (this.deploying) return this.pickPlace(at);
    const { intent } = this;
    if (intent && sameHex(intent.at, at)) return this.carryOut();
    const unit = this.unitAt(at);
    const can = this.can;
    const isAim = can && unit && (can.targets.some(([id]) => id === unit.id) || can.beyond.some(([id]) => id === unit.id));
    if (unit && !isAim) {
      this.say("");
      this.tellHex(at);
      this.selected = this.selected?.id === unit.id ? null : unit;
      return this.showSelection();
    }
    const before = this.selected;
    await this.preview(at);
    this.pointed = at;
    const found = /** @type {Intent | null} */ (this.intent);
    if (found && !touch) return this.carryOut();
    if (found) this.say(`${this.panels.notice.textContent} ${say("web-again")}`.trim());
    else if (before && !unit) {
      this.selected = null;
      await this.showSelection();
    }
  }

  /** Gives the orders that have been shown. */
  async carryOut() {
    const { intent, selected } = this;
    if (!intent) return;
    this.intent = null;
    if (this.deploying && selected) await this.placeUnit(selected, intent.at);
    else await this.order(intent.orders);
  }

  /**
   * Gives orders of a person, one after the other, as long as they can be followed.
   * @param {Order[]} orders
   */
  async order(orders) {
    if (!this.isMyTurn) return;
    this.say("");
    this.dropHint();
    try {
      for (const order of orders) await this.ask({ do: "act", order });
    } catch (why) {
      this.tellFault(why);
    }
    const before = this.position?.side;
    await this.refresh();
    const last = this.log[this.log.length - 1];
    if (last) announce(saidInWords(last.words));
    if (this.position?.side !== before || this.position?.verdict) await this.passTurn();
  }

  /** Keeps the battle, and lets whoever is next play. */
  async passTurn() {
    this.selected = null;
    await this.showSelection();
    await this.keep(AUTOMATIC);
    if (this.position?.verdict) announce(this.panels.status.textContent ?? "");
    void this.runComputers();
  }

  /**
   * Keeps the battle in the browser.
   * @param {string} name
   * @returns {Promise<boolean>}
   */
  async keep(name) {
    const { position } = this;
    if (!position || !this.keeps) return false;
    const { replay } = await this.ask({ do: "replay" });
    return keepSave({ name, map: position.map, turn: position.turn, when: new Date().toISOString(), replay });
  }

  async undo() {
    const { undone } = await this.ask({ do: "undo" });
    this.say(undone ? "" : say("nothing-to-undo"));
    if (undone) await this.refresh();
  }

  endTurn() {
    return this.order(["end_turn"]);
  }

  /** Has computers play as long as it is their turn. */
  async runComputers() {
    if (this.mind || this.paused || this.closed || !this.isTheirTurn) return;
    const mind = (this.mind = new Engine());
    showStatus(this);
    try {
      const { replay } = await this.ask({ do: "replay" });
      const { game } = await mind.ask({ do: "open", replay });
      let side = this.position?.side;
      while (this.isTheirTurn && !this.paused && !this.closed) {
        const thought = await mind.ask({ do: "think", game });
        if (this.paused || this.closed) break;
        const done = await this.ask({ do: "act", order: thought.order, reason: thought.reason });
        if (done.hash !== thought.hash) throw new Error("two engines differ");
        if (this.speed === "fast" && done.side === side && done.of % 8) continue;
        await this.refresh();
        if (this.position && this.position.side !== side) {
          side = this.position.side;
          await this.keep(AUTOMATIC);
        }
        if (this.speed === "step") this.paused = true;
        if (this.speed === "slow") await pause(180);
      }
    } catch (why) {
      if (!this.paused && !this.closed) this.tellFault(why);
    }
    mind.stop();
    this.mind = null;
    if (this.closed) return;
    await this.refresh();
    if (this.isMyTurn) announce(say("web-your-turn"));
    if (this.position?.verdict) announce(this.panels.status.textContent ?? "");
  }

  /** Stops whatever computers think about, at once. Only `runComputers` lets go of its engine, when no order is under way. */
  stopThinking() {
    this.paused = true;
    this.mind?.stop();
    this.asker?.stop();
    this.asker = null;
    showStatus(this);
  }

  goOn() {
    this.paused = false;
    void this.runComputers();
  }

  dropHint() {
    this.panels.hint.replaceChildren();
  }

  /**
   * Asks an engine beside the one that plays; `ask` is given the game there.
   * @param {(asker: Engine, game: number) => Promise<void>} ask
   */
  async askAside(ask) {
    this.asker?.stop();
    const asker = (this.asker = new Engine());
    showStatus(this);
    try {
      await ask(asker, await this.openAside(asker));
    } catch (why) {
      if (this.asker === asker) this.tellFault(why);
    }
    asker.stop();
    if (this.asker === asker) this.asker = null;
    showStatus(this);
  }

  /**
   * Opens the battle in an engine beside the one that plays; returns its number there.
   * @param {Engine} asker
   * @returns {Promise<number>}
   */
  async openAside(asker) {
    const { replay } = await this.ask({ do: "replay" });
    const { game } = await asker.ask({ do: "open", replay });
    return game;
  }

  /** Asks a commander what it would do here. */
  async hint() {
    const commander = "warden";
    await this.askAside(async (asker, game) => {
      const { order, words, reason } = await asker.ask({ do: "hint", game, at: this.at, commander });
      const told = say("web-hint-from", { commander, order: saidInWords(words) });
      const take = this.isMyTurn ? makeButton(say("hint-take"), () => void this.order([order]), { class: "main" }) : null;
      this.panels.hint.replaceChildren(make("p", {}, told), make("p", { class: "reason" }, saidInWords(reason)), take ?? "");
      const move = typeof order === "string" ? undefined : order.move;
      const attack = typeof order === "string" ? undefined : order.attack;
      if (move) this.board.marks.hint = [this.placeOf(move[0]), move[1]];
      else if (attack) this.board.marks.hint = [this.placeOf(attack[0]), this.placeOf(attack[1])];
      this.board.redraw();
      announce(`${told}. ${saidInWords(reason)}`);
    });
  }

  /** Has computers finish the battle many times from here. */
  async whatIf() {
    const { panels } = this;
    await this.askAside(async (asker, game) => {
      const wins = { red: 0, blue: 0 };
      const left = [0, 0];
      let now = [0, 0];
      for (let number = 0; number < WHAT_IF && this.asker === asker; number += 1) {
        const end = await asker.ask({ do: "what_if", game, at: this.at, number });
        if (end.winner) wins[/** @type {SideName} */ (end.winner)] += 1;
        now = end.now;
        end.left.forEach((/** @type {number} */ men, /** @type {number} */ side) => (left[side] += men));
        const fought = number + 1;
        const lines = [say("what-if-progress", { fought, of: WHAT_IF }), `${say("side-red")} ${wins.red} · ${say("side-blue")} ${wins.blue}`];
        for (const [index, side] of /** @type {const} */ (["red", "blue"]).entries()) {
          lines.push(say("web-losses", { side: say(`side-${side}`), left: Math.round(left[index] / fought), now: now[index] }));
        }
        if (end.unseen > 0) lines.push(say("what-if-unseen", { count: end.unseen }));
        panels.whatIf.replaceChildren(...lines.map((line) => make("p", {}, line)));
      }
      announce(panels.whatIf.textContent ?? "");
    });
  }

  toggleThreat() {
    this.showsThreat = !this.showsThreat;
    if (!this.selected && this.showsThreat) this.say(say("threat-needs-unit"));
    void this.showSelection();
    showStatus(this);
  }

  /** Selects the next unit of the person that can still do something. */
  async nextUnit() {
    const { position } = this;
    if (!position) return;
    const isMine = (/** @type {Unit} */ unit) => this.deploying
      ? this.mayBegin(unit, unit.at)
      : unit.side === position.side && unit.left > 0 && !unit.broken;
    const mine = position.units.filter(isMine);
    const here = mine.findIndex((unit) => unit.id === this.selected?.id);
    const next = mine[(here + 1) % Math.max(1, mine.length)];
    if (!next) return;
    this.selected = next;
    this.board.marks.cursor = next.at;
    this.board.centreOn(next.at);
    await this.showSelection();
    announce(`${unitName(next.kind, next.label)}, ${next.at.join(",")}, ${say("web-movement", { left: next.left, all: next.movement })}`);
  }

  /**
   * Shows the position after some orders.
   * @param {number} at
   */
  async goTo(at) {
    const of = this.position?.of ?? 0;
    const bounded = Math.min(Math.max(at, 0), of);
    this.at = bounded === of ? null : bounded;
    this.selected = null;
    this.dropHint();
    await this.refresh();
  }

  /** Plays the battle on from the position that is shown. */
  async play() {
    this.playing = !this.playing;
    while (this.playing && this.at !== null && !this.closed) {
      await this.goTo(this.at + 1);
      await pause(this.speed === "fast" ? 30 : 220);
    }
    this.playing = false;
    showTimeline(this);
    if (this.at === null) void this.runComputers();
  }

  /** @param {HexPlace} at */
  moveCursor(at) {
    this.board.marks.cursor = at;
    this.board.reveal(at);
    this.board.redraw();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { ground } = this;
    if (!ground || event.ctrlKey || event.metaKey || event.altKey) return;
    const cursor = this.board.marks.cursor ?? this.selected?.at ?? this.position?.units[0]?.at ?? [0, 0];
    /** @type {Record<string, HexPlace>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      /** @type {HexPlace} */
      const at = [Math.min(Math.max(cursor[0] + step[0], 0), ground.cols - 1), Math.min(Math.max(cursor[1] + step[1], 0), ground.rows - 1)];
      this.moveCursor(at);
      void this.preview(at).then(() => announce(`${this.panels.hex.textContent} ${this.intent ? `${this.intent.words}. ${this.panels.notice.textContent} ${this.panels.odds.textContent}` : ""}`));
      return;
    }
    /** @type {Record<string, () => unknown>} */
    const keys = {
      Enter: () => this.pick(cursor, true),
      " ": () => this.pick(cursor, true),
      Escape: () => { this.selected = null; return this.showSelection(); },
      n: () => this.nextUnit(),
      u: () => (this.deploying && !this.canUndo ? undefined : this.undo()),
      e: () => (this.deploying ? this.beginFighting() : this.endTurn()),
      h: () => this.hint(),
      t: () => this.toggleThreat(),
      "+": () => this.board.zoom(1.25),
      "-": () => this.board.zoom(0.8),
      0: () => this.board.showAll(),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    void act();
  }
}

/**
 * @param {HexPlace} one
 * @param {HexPlace} other
 * @returns {boolean}
 */
function sameHex(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
