// A battle at a table of the server: the waiting room, the board, what people say, and the proof of the dice at the end.

/** @import { Arrangement, HexPlace, Order, SideName, TableState, ToldOrders, Unit } from "./types.js" */

import { makeLink, saveFile } from "./controls.js";
import { announce, make, makeButton } from "./dom.js";
import { Engine } from "./engine.js";
import { BattleScreen } from "./battle.js";
import { TableLink, drawHex, postToServer } from "./link.js";
import { keepChoice, readChoice } from "./saves.js";
import { makeSeatTools, ratedPlayer } from "./seat.js";
import { say } from "./texts.js";
import { writeViewLog } from "./watched.js";

/** Refusals that only a page that asks wrongly is given. */
const MISTAKES_OF_PAGES = ["unparsable", "unexpected", "unknown_message"];

/** A battle whose orders the server follows. */
export class TableScreen extends BattleScreen {
  /**
   * @param {Engine} desk
   * @param {number} game
   * @param {{ palette: string, room: TableRoom }} options
   */
  constructor(desk, game, { palette, room }) {
    super(desk, game, { palette, leave: null, keeps: false, verified: null, deploying: room.isArranging, tools: room.tools });
    this.room = room;
  }

  get isMyTurn() {
    const { position } = this;
    const { state } = this.room;
    return this.at === null && position !== null && !position.verdict && state?.stage === "battle" && position.side === state.you;
  }

  get waiting() {
    return this.room.arranging && !this.deploying ? say("table-arranged") : "";
  }

  /** @param {SideName} side */
  isOfPerson(side) {
    return side === this.room.state?.you;
  }

  /**
   * @param {Unit} unit
   * @param {HexPlace} at
   */
  async placeUnit(unit, at) {
    const isThere = (/** @type {Unit} */ one) => String(one.at) === String(at);
    const own = this.position?.units.filter((one) => one.side === unit.side) ?? [];
    const places = own.map((one) => [one.id, one.id === unit.id ? at : isThere(one) ? unit.at : one.at]);
    this.selected = null;
    this.room.link.say({ place: { places } });
  }

  async beginFighting() {
    this.room.hasEndedArranging = true;
    this.room.link.say({ ready: {} });
  }

  get canUndo() {
    return this.room.state?.can_take_back ?? false;
  }

  /** The server has its computers play. */
  get isTheirTurn() {
    return false;
  }

  async runComputers() {}

  async passTurn() {
    this.selected = null;
    await this.showSelection();
  }

  /** @param {Order[]} orders */
  async order(orders) {
    if (!this.isMyTurn || this.room.link.pending) return;
    this.say("");
    this.dropHint();
    const before = this.position?.side;
    try {
      for (const order of orders) {
        await this.ask({ do: "check", order });
        if (!(await this.room.link.order(order))) break;
        await this.room.heard;
      }
    } catch (why) {
      this.tellFault(why);
    }
    await this.refresh();
    if (this.position?.side !== before || this.position?.verdict) await this.passTurn();
  }

  async undo() {
    if (this.room.state?.can_take_back) this.room.link.say({ take_back: {} });
    else this.say(say("nothing-to-undo"));
  }

  /** @param {Engine} asker */
  async openAside(asker) {
    const { game } = await asker.ask(this.room.joining());
    await asker.ask({ do: "hear", game, told: { from: 0, orders: this.room.told } });
    return game;
  }
}

/** What a page knows of a table. */
export class TableRoom {
  /**
   * @param {string} battle Id of the battle.
   * @param {Engine} desk
   * @param {{ palette: () => string, show: (root: HTMLElement) => void }} frame
   */
  constructor(battle, desk, frame) {
    this.battle = battle;
    this.desk = desk;
    this.frame = frame;
    /** @type {TableState | null} */
    this.state = null;
    /** @type {Record<string, unknown> | null} */
    this.begun = null;
    /** Where the seat's units may be arranged, and where they are, before the battle. @type {Arrangement | null} */
    this.arranging = null;
    /** True once the player has said that the units are arranged: said to a line that broke, it is said again. */
    this.hasEndedArranging = false;
    /** @type {ToldOrders["orders"]} */
    this.told = [];
    /** @type {TableScreen | null} */
    this.screen = null;
    this.notice = make("p", { role: "status", class: "notice", id: "table-notice" });
    this.offers = make("div", { class: "buttons", id: "table-offers" });
    this.words = make("ol", { class: "log", id: "chat", "aria-label": say("table-chat") });
    this.proof = make("p", { class: "verified", id: "table-proof" });
    this.seatTools = makeSeatTools(battle);
    this.tools = this.makeTools();
    this.proved = false;
    this.rated = false;
    /** What the engine has still to hear, one after the other. @type {Promise<unknown>} */
    this.heard = Promise.resolve();
    this.link = new TableLink(battle, {
      table: (state) => this.heed(() => this.standAs(state)),
      arrange: (told) => this.heed(() => this.arrange(told)),
      placed: ({ places }) => this.heed(() => this.arrange({ .../** @type {Arrangement} */ (this.arranging), places })),
      begin: (begun) => this.heed(() => this.begin(begun)),
      told: (told) => this.heed(() => this.hear(told)),
      refused: ({ code }) => this.tell(say(`table-refused-${MISTAKES_OF_PAGES.includes(code) ? "malformed" : code}`)),
      chat: ({ side, text }) => this.addWords(side, text),
      broken: (isBroken) => this.tell(isBroken ? say("table-broken") : ""),
    });
  }

  close() {
    this.link.close();
    this.screen?.close();
  }

  /** @param {string} words */
  tell(words) {
    this.notice.textContent = words;
    if (words) announce(words);
  }

  /** @param {() => Promise<void>} step */
  heed(step) {
    this.heard = this.heard.then(step).catch((why) => this.tell(say("web-failed", { why: String(why?.message ?? why) })));
  }

  joining() {
    const [red, blue] = (this.state?.seats ?? []).map((seat) => seat.name);
    const [what, battle] = this.arranging ? ["arrange", this.arranging] : ["join", this.begun];
    return { do: what, battle, red: red ?? "human", blue: blue ?? "human" };
  }

  /** True while the seat's units are still to be arranged. */
  get isArranging() {
    const { arranging, state } = this;
    return arranging !== null && state?.stage === "arranging" && !state.seats[state.you === "red" ? 0 : 1].ready;
  }

  /** @param {TableState} state */
  async standAs(state) {
    const before = this.state;
    this.state = state;
    if (this.hasEndedArranging && this.isArranging) this.link.say({ ready: {} });
    this.seatTools.hidden = !state.you;
    await this.countForPlayer(state);
    await this.keepPledge(state);
    if (!this.screen) this.showWaiting(state);
    this.showOffers(state);
    if (before && before.to_move !== state.to_move && state.to_move === state.you && state.you) announce(say("web-your-turn"));
    if (state.stage === "over" && !this.proved) await this.prove(state);
    if (this.screen) {
      this.screen.deploying = this.isArranging;
      await this.screen.refresh();
    }
  }

  /**
   * Has the seat's result count for the player of this browser, before the seat has committed to its number.
   * @param {TableState} state
   */
  async countForPlayer({ you, stage, seats }) {
    const player = ratedPlayer();
    if (!player || this.rated || !you || stage !== "seating" || seats[you === "red" ? 0 : 1].committed) return;
    this.rated = true;
    try {
      await postToServer(`/b/${this.battle}/rated`, player);
      this.tell(say("table-counts-for", player));
    } catch (why) {
      this.tell(say("web-failed", { why: why instanceof Error ? why.message : String(why) }));
    }
  }

  /**
   * Gives the seat's number for the dice: its digest first, itself when all have given theirs.
   * @param {TableState} state
   */
  async keepPledge(state) {
    const side = state.you;
    if (!side) return;
    const own = state.seats[side === "red" ? 0 : 1];
    const name = `pledge.${this.battle}.${side}`;
    if (state.stage === "seating" && !own.committed) {
      const digits = readChoice(name) ?? drawHex(32);
      keepChoice(name, digits);
      const { digest } = await this.desk.ask({ do: "pledge", text: this.battle, side, digits });
      this.link.say({ commit: { digits: digest } });
    } else if (state.stage === "opening") {
      const digits = readChoice(name);
      if (digits) this.link.say({ open: { digits } });
      else this.tell(say("table-lost-number"));
    }
  }

  /** @param {TableState} state */
  showWaiting(state) {
    const seats = state.seats.map((seat, index) => {
      const side = say(index ? "side-blue" : "side-red");
      const name = seat.name === "human" ? say("human") : seat.name;
      return make("li", {}, say(seat.committed ? "table-seat-taken" : "table-seat-free", { side, name }));
    });
    const links = JSON.parse(readChoice(`links.${this.battle}`) ?? "[]");
    const shown = links.map((/** @type {[string, string]} */ [words, address]) => makeLink(say(words), address));
    const watch = makeLink(say("table-link-watch"), `${location.origin}/b/${this.battle}`);
    const words = state.stage === "arranging" ? "table-arranging" : state.late && state.stage === "battle" ? "table-late" : "";
    const stands = words ? make("p", {}, say(words)) : "";
    this.frame.show(make("div", { class: "menu", id: "waiting-room" },
      make("h2", {}, state.map), make("p", {}, say(state.you ? `table-you-${state.you}` : "table-you-watch")),
      make("ul", {}, ...seats), stands, make("p", { class: "notes" }, say("table-dice")), ...shown, watch, this.notice, this.seatTools));
  }

  /** @param {Arrangement} told */
  async arrange(told) {
    this.arranging = told;
    await this.enterGame();
    await this.screen?.refresh();
  }

  /** @param {Record<string, unknown>} begun */
  async begin(begun) {
    if (this.arranging) announce(say("table-begun"));
    this.arranging = null;
    this.begun = begun;
    this.told = [];
    await this.enterGame();
  }

  /** Shows the battle as it is told, in place of what was told before. */
  async enterGame() {
    const { game } = await this.desk.ask(this.joining());
    const { screen } = this;
    if (!screen) return this.openScreen(game);
    const old = screen.game;
    screen.game = game;
    screen.deploying = this.isArranging;
    await this.desk.ask({ do: "close", game: old });
  }

  /** @param {number} game */
  async openScreen(game) {
    // The waiting room had it.
    this.tools.append(this.seatTools);
    this.tools.prepend(this.notice, this.begun?.common ? make("p", { class: "notes" }, say("table-common")) : "");
    this.screen = new TableScreen(this.desk, game, { palette: this.frame.palette(), room: this });
    this.frame.show(this.screen.root);
    await this.screen.begin();
  }

  /** Shows the battle anew: another palette or language was chosen. */
  async showAgain() {
    const { screen } = this;
    this.seatTools = makeSeatTools(this.battle);
    this.seatTools.hidden = !this.state?.you;
    this.tools.replaceWith((this.tools = this.makeTools()));
    if (screen) {
      screen.closed = true;
      await this.openScreen(screen.game);
    } else if (this.state) {
      this.showWaiting(this.state);
    }
    if (this.state) this.showOffers(this.state);
  }

  /** @param {ToldOrders} told */
  async hear(told) {
    const { screen } = this;
    if (!screen) return;
    this.told.splice(told.from, this.told.length, ...told.orders);
    await this.desk.ask({ do: "hear", game: screen.game, told });
    screen.log = screen.log.filter((line) => line.at < told.from);
    await screen.refresh();
  }

  makeTools() {
    const input = make("input", { maxlength: "200", "aria-label": say("table-chat"), id: "chat-words" });
    const send = () => {
      const text = input.value.trim();
      input.value = "";
      if (text) this.link.say({ chat: { text } });
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") send();
    });
    return make("div", { class: "table-tools" }, this.notice, this.proof, this.offers, this.words,
      make("div", { class: "pair" }, input, makeButton(say("table-say"), send, { id: "chat-send" })),
      makeButton(say("table-keep-seen"), () => this.keepSeen(), { id: "keep-seen" }));
  }

  /** Keeps what was told so far as a view log. */
  keepSeen() {
    if (this.begun) saveFile(writeViewLog(this.begun, this.told), "battle.log");
  }

  /** @param {TableState} state */
  showOffers(state) {
    const { link } = this;
    const isOn = state.stage === "battle" && state.you;
    const isFought = isOn || (state.stage === "arranging" && state.you);
    const offered = state.draw_offered && state.draw_offered !== state.you;
    const again = state.stage === "over" ? make("a", { href: `/b/${this.battle}/replay`, download: `${this.battle}.replay` }, say("web-save-file")) : null;
    const time = state.clock_ms === null ? "" : say("table-clock", { minutes: Math.ceil(state.clock_ms / 60_000) });
    const nodes = [
      time ? make("span", { id: "table-clock" }, time) : null,
      isOn && offered ? make("span", {}, say("table-draw-offered")) : null,
      isOn && offered ? makeButton(say("table-draw-agree"), () => link.say({ offer_draw: {} }), { id: "draw-agree" }) : null,
      isOn && offered ? makeButton(say("table-draw-decline"), () => link.say({ decline_draw: {} }), { id: "draw-decline" }) : null,
      isOn && !state.draw_offered ? makeButton(say("table-draw-offer"), () => link.say({ offer_draw: {} }), { id: "draw-offer" }) : null,
      isOn && state.draw_offered === state.you ? make("span", {}, say("table-draw-waiting")) : null,
      isFought ? this.makeResigning() : null,
      again, ...this.rematchOffers(state),
    ];
    this.offers.replaceChildren(...nodes.filter((node) => node !== null));
  }

  /**
   * Another battle with the sides exchanged, and the way there.
   * @param {TableState} state
   */
  rematchOffers({ stage, you, rematch, rematch_offered }) {
    if (rematch) {
      const go = async () => {
        if (you) await postToServer(`/b/${this.battle}/rematch`, {});
        location.assign(`/b/${rematch}`);
      };
      return [makeButton(say("table-rematch-go"), () => this.heed(go), { id: "rematch-go", class: "main" })];
    }
    if (stage !== "over" || !you) return [];
    if (rematch_offered === you) return [make("span", {}, say("table-rematch-waiting"))];
    const offer = makeButton(say("table-rematch"), () => this.link.say({ offer_rematch: {} }), { id: "rematch" });
    return rematch_offered ? [make("span", {}, say("table-rematch-offered")), offer] : [offer];
  }

  /** Giving up takes two presses. */
  makeResigning() {
    const button = makeButton(say("table-resign"), () => {
      if (button.dataset.sure) this.link.say({ resign: {} });
      button.dataset.sure = "yes";
      button.textContent = say("table-resign-sure");
    }, { id: "resign" });
    return button;
  }

  /**
   * @param {string | null} side
   * @param {string} text
   */
  addWords(side, text) {
    const who = say(side ? `side-${side}` : "table-watcher");
    this.words.append(make("li", { class: side ?? "" }, `${who}: ${text}`));
    this.words.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Plays the battle again from its replay, and checks that nobody has chosen its dice.
   * @param {TableState} table
   */
  async prove(table) {
    this.proved = true;
    const checker = new Engine();
    try {
      const response = await fetch(`/b/${this.battle}/replay`);
      if (!response.ok) throw new Error(String(response.status));
      const bytes = new Uint8Array(await response.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      const { game, orders, hash } = await checker.ask({ do: "open", replay: btoa(text) });
      await checker.ask({ do: "prove", game, table });
      this.proof.textContent = say("table-proved", { orders, hash });
    } catch (why) {
      this.proof.textContent = say("web-not-verified", { why: String(why instanceof Error ? why.message : why) });
    }
    checker.stop();
  }
}
