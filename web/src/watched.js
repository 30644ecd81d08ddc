// View logs: a battle as somebody was told it, which is watched and not played on. docs/server.md has their lines.

/** @import { SideName, ToldOrders } from "./types.js" */
/** @import { Engine } from "./engine.js" */

import { BattleScreen } from "./battle.js";
import { make, makeButton } from "./dom.js";
import { say } from "./texts.js";

/** @typedef {{ begin: { side: SideName | null }, orders: ToldOrders["orders"] }} ViewLog */

/** The newest format of view logs. */
const FORMAT = 1;
/** Bytes that a file of that kind begins with. */
const MAGIC = '{"view_log"';
/** Most bytes of a file that is read. */
const LONGEST = 16 << 20;

/**
 * Returns the text of a file with what was told of a battle.
 * @param {Record<string, unknown>} begin
 * @param {ToldOrders["orders"]} orders
 * @returns {string}
 */
export function writeViewLog(begin, orders) {
  const lines = [{ view_log: { format: FORMAT } }, { begin }, ...orders.map((ordered) => ({ ordered }))];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * @param {File} file
 * @returns {Promise<boolean>}
 */
export async function isViewLog(file) {
  return (await file.slice(0, MAGIC.length).text()) === MAGIC;
}

/**
 * Reads a file; the first line that should be another is what is said of one that is no view log to its end.
 * @param {File} file
 * @returns {Promise<ViewLog>}
 */
export async function readViewLog(file) {
  if (file.size > LONGEST) throw new Error(say("web-log-too-long"));
  const lines = (await file.text()).trimEnd().split("\n");
  const read = (/** @type {number} */ line, /** @type {string} */ kind) => {
    let message = null;
    try {
      message = JSON.parse(lines[line] ?? "{}")[kind];
    } catch {
      // Told with the line below.
    }
    if (message === undefined || message === null) throw new Error(say("web-log-line", { line: line + 1, kind }));
    return message;
  };
  const { format } = read(0, "view_log");
  if (format !== FORMAT) throw new Error(say("web-log-newer", { format }));
  return { begin: read(1, "begin"), orders: lines.slice(2).map((_, index) => read(index + 2, "ordered")) };
}

/**
 * Has an engine watch a view log to its end; returns the game there.
 * @param {Engine} engine
 * @param {ViewLog} log
 * @returns {Promise<number>}
 */
export async function enterLog(engine, { begin, orders }) {
  const { game } = await engine.ask({ do: "join", battle: begin });
  try {
    await engine.ask({ do: "hear", game, told: { from: 0, orders } });
  } catch (why) {
    await engine.ask({ do: "close", game });
    throw why;
  }
  return game;
}

export class WatchedScreen extends BattleScreen {
  /**
   * @param {Engine} desk
   * @param {number} game
   * @param {{ palette: string, leave: (() => void) | null, log: ViewLog }} options
   */
  constructor(desk, game, { palette, leave, log }) {
    const { side } = log.begin;
    const eyes = side ? say("seen-by", { side: say(`side-${side}`) }) : say("seen-by-watcher");
    const tools = make("div", { class: "files" },
      make("p", { class: "notes", id: "eyes" }, say("web-view-log", { eyes })),
      leave ? makeButton(say("back"), leave) : null);
    super(desk, game, { palette, leave, keeps: false, verified: null, deploying: false, tools });
    this.viewLog = log;
  }

  get isMyTurn() {
    return false;
  }

  get isTheirTurn() {
    return false;
  }

  /** @param {SideName} side */
  isOfPerson(side) {
    return side === this.viewLog.begin.side;
  }

  async runComputers() {}

  /** @param {Engine} asker */
  async openAside(asker) {
    return enterLog(asker, this.viewLog);
  }
}
