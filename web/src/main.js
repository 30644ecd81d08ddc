// The page: its frame, the menu, and one battle at a time.

/** @import { Shipped } from "./types.js" */

import { BattleScreen } from "./battle.js";
import { bytesFromBase64, makeChoice, readFile } from "./controls.js";
import { byId, make, makeButton } from "./dom.js";
import { Engine, setEngine } from "./engine.js";
import { battleOfAddress, isAtServer, makeDoor, makeTables, tokenOfAddress } from "./lobby.js";
import { makeMenu } from "./menu.js";
import { keepChoice, readChoice } from "./saves.js";
import { listenToBattleButtons } from "./shelf.js";
import { TableRoom } from "./table.js";
import { currentLanguage, say, setLanguage, setTexts } from "./texts.js";
import { WatchedScreen, enterLog, isViewLog, readViewLog } from "./watched.js";

/** Longest time that a replay from outside may take to be played again, in milliseconds. */
const LONGEST_CHECK = 20_000;
/** Most characters behind the `#` of an address. */
const LONGEST_LINK = 64 << 10;

/** What the build puts in: texts of each language, and the script of the workers. */
/** @type {{ keys: string, texts: Record<string, any[]>, worker: string }} */
const BUILT = /* built */ { keys: "", texts: {}, worker: "" };

class Page {
  constructor() {
    this.palette = readChoice("palette") ?? "standard";
    this.desk = new Engine();
    /** @type {Shipped | null} */
    this.shipped = null;
    /** @type {BattleScreen | null} */
    this.battle = null;
    /** A replay that the file of the page holds, in base64. @type {string | null} */
    this.held = document.getElementById("hotgates-replay")?.textContent?.trim() || null;
    /** @type {(() => void) | null} */
    this.again = null;
  }

  async begin() {
    // A report is read first; its battles are opened from it.
    if (listenToBattleButtons((replay) => void this.openFromReport(replay))) return;
    if (!(await this.prepare())) return;
    const battle = battleOfAddress();
    if (battle) return this.goToTable(battle);
    if (this.held) await this.open({ do: "open", replay: this.held });
    else if (location.hash.length > 1) await this.openLink();
    else this.menu();
    window.addEventListener("hashchange", () => void this.openLink());
  }

  /**
   * Goes to a table of the server, through the door if the address is that of a seat.
   * @param {string} battle
   */
  goToTable(battle) {
    const token = tokenOfAddress();
    if (token) {
      this.again = () => this.goToTable(battle);
      byId("main").replaceChildren(makeDoor(battle, token, () => this.goToTable(battle)));
      return;
    }
    const room = new TableRoom(battle, this.desk, {
      palette: () => this.palette,
      show: (root) => byId("main").replaceChildren(root),
    });
    this.again = () => void room.showAgain();
  }

  /** Asks the engine for what ships with it; returns false if there is no engine. */
  async prepare() {
    this.frame();
    try {
      this.shipped = /** @type {Shipped} */ (await this.desk.ask({ do: "shipped" }));
    } catch (why) {
      byId("main").replaceChildren(make("p", { role: "alert" }, say("web-failed", { why: String(why) })));
      return false;
    }
    this.frame();
    return true;
  }

  /**
   * Opens a battle of the report above it.
   * @param {string} replay
   */
  async openFromReport(replay) {
    this.held = replay;
    if (!this.shipped && !(await this.prepare())) return;
    byId("hotgates").scrollIntoView();
    await this.open({ do: "open", replay });
  }

  /** Makes what stands around everything. */
  frame() {
    /** @type {[string, string][]} */
    const languages = [["en", "English"], ["zh", "中文"]];
    const palettes = (this.shipped?.palettes ?? ["standard"]).map((name) => /** @type {[string, string]} */ ([name, say(`palette-${name}`)]));
    const root = byId("hotgates");
    const main = document.getElementById("main") ?? make("main", { id: "main" });
    const live = document.getElementById("live") ?? make("div", { id: "live", class: "hidden", "aria-live": "polite" });
    document.title = this.held ? document.title : say("web-title");
    root.replaceChildren(
      make("header", {}, make("h1", {}, "Hotgates"),
        makeChoice(say("settings-language"), languages, currentLanguage(), (language) => this.change("language", language)),
        makeChoice(say("settings-palette"), palettes, this.palette, (palette) => this.change("palette", palette))),
      main, live,
    );
  }

  /**
   * @param {"language" | "palette"} what
   * @param {string} value
   */
  change(what, value) {
    keepChoice(what, value);
    if (what === "language") setLanguage(value);
    else this.palette = value;
    this.frame();
    this.again?.();
  }

  menu() {
    this.battle?.close();
    this.battle = null;
    this.again = () => this.menu();
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    const listener = {
      begin: (/** @type {Record<string, unknown>} */ choice) => void this.start({ do: "new", ...choice }),
      resume: (/** @type {string} */ replay) => void this.open({ do: "open", replay }),
      openFile: (/** @type {File} */ file) => void this.openFile(file),
    };
    byId("main").replaceChildren(makeMenu(/** @type {Shipped} */ (this.shipped), listener, isAtServer() ? makeTables(/** @type {Shipped} */ (this.shipped)) : null));
  }

  /** @param {Record<string, unknown>} request */
  async start(request) {
    try {
      const { game } = await this.desk.ask(request);
      await this.show(game, null, true);
    } catch (why) {
      this.tellFault(say("web-failed", { why: String(why instanceof Error ? why.message : why) }));
    }
  }

  async openLink() {
    const text = location.hash;
    if (text.length < 2) return;
    if (text.length > LONGEST_LINK) this.tellFault(say("web-cannot-open", { why: say("web-link-too-long") }));
    else await this.open({ do: "open_link", text });
  }

  /**
   * Opens a replay: it is played again before it is shown.
   * @param {Record<string, unknown>} request
   */
  open(request) {
    return this.openOutside("web-not-verified", async (desk) => {
      const { game, orders, hash, version } = await desk.ask(request);
      return () => this.show(game, { orders, hash, version });
    });
  }

  /**
   * Opens a battle from outside, for no longer than can be waited.
   * @param {string} fault Key of what is said of one that cannot be opened.
   * @param {(desk: Engine) => Promise<() => Promise<void>>} enter Gives what shows the battle.
   */
  async openOutside(fault, enter) {
    this.battle?.close();
    this.battle = null;
    const { desk } = this;
    let why = say("web-stopped");
    const halt = () => {
      desk.stop();
      this.desk = new Engine();
    };
    const timer = setTimeout(() => {
      why = say("web-too-slow");
      halt();
    }, LONGEST_CHECK);
    byId("main").replaceChildren(make("p", {}, say("web-opening")), makeButton(say("web-stop"), halt));
    try {
      const show = await enter(desk);
      clearTimeout(timer);
      await show();
    } catch (error) {
      clearTimeout(timer);
      const words = error instanceof Error && error.message !== "stopped" ? error.message : why;
      this.tellFault(say(fault, { why: words }));
    }
  }

  /** @param {string} words */
  tellFault(words) {
    this.again = () => this.tellFault(words);
    const back = this.held ? null : makeButton(say("back"), () => this.menu());
    byId("main").replaceChildren(make("p", { role: "alert", class: "fault" }, words), back ?? "");
  }

  /**
   * @param {number} game
   * @param {{ orders: number, hash: string, version: string } | null} checked
   * @param {boolean} [deploying] True if people may arrange their units first.
   */
  async show(game, checked, deploying = false) {
    const verified = checked ? say("web-verified", checked) : null;
    const { battle: before, leave, palette } = this;
    const screen = new BattleScreen(this.desk, game, { palette, leave, keeps: !this.held, verified, deploying: before?.deploying ?? deploying });
    this.again = () => void this.show(game, checked);
    this.put(screen);
    const position = checked ? await screen.ask({ do: "position", palette }) : null;
    // A battle that is over is watched from its beginning.
    if (position?.verdict && !before) screen.at = 0;
    await screen.begin();
  }

  /**
   * Opens a replay or a view log.
   * @param {File} file
   */
  async openFile(file) {
    if (!(await isViewLog(file))) return this.open({ do: "open", replay: await readFile(file) });
    return this.openOutside("web-cannot-open", async (desk) => {
      const log = await readViewLog(file);
      const game = await enterLog(desk, log);
      return () => this.watch(game, log);
    });
  }

  /**
   * Shows a battle as a view log tells it, from its beginning.
   * @param {number} game
   * @param {import("./watched.js").ViewLog} log
   */
  async watch(game, log) {
    const { battle: before, leave, palette } = this;
    const screen = new WatchedScreen(this.desk, game, { palette, leave, log });
    this.again = () => void this.watch(game, log);
    this.put(screen);
    if (!before) screen.at = 0;
    await screen.begin();
  }

  /** What ends the battle that is shown; nothing where the page is of that battle alone. */
  get leave() {
    return this.held ? null : () => this.menu();
  }

  /**
   * Puts a battle in place of the one before, at the same position.
   * @param {BattleScreen} screen
   */
  put(screen) {
    const before = this.battle;
    if (before) {
      before.closed = true;
      before.stopThinking();
      screen.at = before.at;
    }
    this.battle = screen;
    byId("main").replaceChildren(screen.root);
  }
}

/** @returns {Promise<WebAssembly.Module>} */
async function loadEngine() {
  const held = document.getElementById("hotgates-engine")?.textContent;
  if (held) {
    return WebAssembly.compile(bytesFromBase64(held.trim()));
  }
  const response = await fetch(isAtServer() ? "/hotgates.wasm" : "hotgates.wasm");
  if (!response.ok) throw new Error(`hotgates.wasm: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

setTexts(BUILT.keys.split(" "), BUILT.texts);
setLanguage(readChoice("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en"));
setEngine(loadEngine(), BUILT.worker);
void new Page().begin();
