// The page's line to a table of the server it came from: messages both ways, again after every break.

/** @import { Arrangement, Order, TableState, ToldOrders } from "./types.js" */

/** Longest wait before the next attempt, in milliseconds. */
const LONGEST_WAIT = 10_000;
/** How often the page says that it is there, in milliseconds. */
const HEARTBEAT = 30_000;

/**
 * What is said at a table.
 * @typedef {{
 *   table(state: TableState): void,
 *   arrange(told: Arrangement): void,
 *   placed(placed: { places: Arrangement["places"] }): void,
 *   begin(battle: Record<string, unknown>): void,
 *   told(told: ToldOrders): void,
 *   refused(refusal: { code: string, text: string, id?: string }): void,
 *   chat(line: { side: string | null, text: string }): void,
 *   broken(isBroken: boolean): void,
 * }} TableListener
 */

/** A line to a table. */
export class TableLink {
  /**
   * @param {string} battle Id of the battle.
   * @param {TableListener} listener
   */
  constructor(battle, listener) {
    this.battle = battle;
    this.listener = listener;
    this.closed = false;
    this.wait = 500;
    /** Number of orders told. */
    this.known = 0;
    /** The order that has not been answered yet. @type {{ message: Record<string, any>, done: (followed: boolean) => void } | null} */
    this.pending = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = setInterval(() => this.say({ ping: {} }), HEARTBEAT);
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/b/${this.battle}/socket`);
    this.socket = socket;
    socket.onopen = () => this.say({ enter: { from: 0 } });
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.listener.broken(true);
      setTimeout(() => !this.closed && this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    this.socket?.close();
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Gives an order; resolves to true when it was followed, and to false when it was refused. One whose answer was lost with the
   * line is given again with its number, by which the server knows it.
   * @param {Order} order
   * @returns {Promise<boolean>}
   */
  order(order) {
    const message = { order: { order, known: this.known, id: drawHex(8) } };
    return new Promise((done) => {
      this.pending = { message, done };
      this.say(message);
    });
  }

  /** @param {boolean} followed */
  settle(followed) {
    const { pending } = this;
    this.pending = null;
    pending?.done(followed);
  }

  /** @param {Record<string, any>} message */
  hear(message) {
    const { listener } = this;
    if (message.table) {
      if (this.wait > 500) this.listener.broken(false);
      this.wait = 500;
      listener.table(message.table);
    } else if (message.arrange) {
      listener.arrange(message.arrange);
    } else if (message.placed) {
      listener.placed(message.placed);
    } else if (message.begin) {
      listener.begin(message.begin);
    } else if (message.told) {
      const { told } = message;
      this.known = told.from + told.orders.length;
      listener.told(told);
      const { pending } = this;
      if (pending && this.known > pending.message.order.known) this.settle(true);
      else if (pending) this.say(pending.message);
    } else if (message.refused || message.error) {
      const refusal = message.refused ?? message.error;
      if (this.pending && refusal.id === this.pending.message.order.id) this.settle(false);
      // Who is refused at the door need not come again.
      if (refusal.code === "token") this.close();
      listener.refused(refusal);
    } else if (message.chat) {
      listener.chat(message.chat);
    }
  }
}

/**
 * Draws so many bytes by chance, in hexadecimal digits.
 * @param {number} bytes
 */
export function drawHex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends something to the server and returns its answer.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
export async function postToServer(path, body) {
  return answerOf(await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

/**
 * Returns what the server has to say at an address.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function getFromServer(path) {
  return answerOf(await fetch(path));
}

/** @param {Response} response */
async function answerOf(response) {
  const answer = await response.json().catch(() => ({ error: String(response.status) }));
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
