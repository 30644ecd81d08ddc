// A new table at the server this page came from, and the door of a seat.

/** @import { ListedBattle, Lobby, Shipped } from "./types.js" */

import { makeChoice } from "./controls.js";
import { make, makeButton } from "./dom.js";
import { getFromServer, postToServer } from "./link.js";
import { keepChoice } from "./saves.js";
import { makeRatings } from "./seat.js";
import { rulesName, say } from "./texts.js";

/** Digits of a seat's token. */
const TOKEN = /^#[0-9a-f]{32}$/;
const MINUTE = 60_000;
/** Clocks that are offered: words, and milliseconds of a half-turn and of the bank. @type {Record<string, [number, number] | null>} */
const CLOCKS = { none: null, quick: [MINUTE, 5 * MINUTE], evening: [3 * MINUTE, 20 * MINUTE], week: [24 * 60 * MINUTE, 24 * 60 * MINUTE] };

/** True if the page came from a server of tables. */
export function isAtServer() {
  return document.body.dataset.server !== undefined;
}

/** Returns the id of the battle that the address names. */
export function battleOfAddress() {
  return isAtServer() ? (/^\/b\/([0-9a-f]{16})$/.exec(location.pathname)?.[1] ?? null) : null;
}

/** Returns the token of the seat that the address holds. */
export function tokenOfAddress() {
  return TOKEN.test(location.hash) ? location.hash.slice(1) : null;
}

/**
 * Makes what a server offers beyond the menu: public battles, and the form of a new table.
 * @param {Shipped} shipped
 * @returns {HTMLElement}
 */
export function makeTables(shipped) {
  const { form, offer } = makeTableForm(shipped);
  const box = make("div", {}, form);
  const fill = (/** @type {Lobby} */ lobby) => {
    offer(lobby.bots);
    box.append(...makeLists(lobby), lobby.ratings ? makeRatings(lobby.ratings) : "");
  };
  // Without a list of public battles there is still the form.
  getFromServer("/lobby").then(fill, () => {});
  return box;
}

/**
 * Makes the lists of public battles.
 * @param {Lobby} lobby
 */
function makeLists({ open, running }) {
  const told = make("p", { role: "alert" });
  const take = async (/** @type {ListedBattle} */ { battle }) => {
    try {
      await postToServer(`/b/${battle}/free-seat`, {});
      location.assign(`/b/${battle}`);
    } catch {
      told.textContent = say("table-seat-gone");
    }
  };
  const list = (/** @type {string} */ id, /** @type {ListedBattle[]} */ battles, /** @type {string} */ verb, /** @type {(one: ListedBattle) => void} */ press) =>
    make("section", { "aria-labelledby": id }, make("h2", { id }, say(id)),
      battles.length ? make("ul", { class: "saves" }, ...battles.map((one) => {
        const words = wordsOfListed(one);
        return make("li", {}, make("span", {}, words), makeButton(say(verb), () => press(one), { "aria-label": `${say(verb)}: ${words}` }));
      })) : make("p", {}, say("table-none-listed")), battles === open ? told : null);
  return [list("table-open", open, "table-sit", (one) => void take(one)), list("table-running", running, "table-watch", ({ battle }) => location.assign(`/b/${battle}`))];
}

/** @param {ListedBattle} listed */
function wordsOfListed({ map, red, blue, free }) {
  const name = (/** @type {string} */ one) => (one === "human" ? say("human") : one.replace(/^bot:/, ""));
  return free ? say(`table-waits-${free}`, { map }) : `${map}: ${name(red)} – ${name(blue)}`;
}

/**
 * Makes the form of a new table, and what adds programs to its opponents once they are known: what has been chosen by
 * then stays.
 * @param {Shipped} shipped
 * @returns {{ form: HTMLElement, offer: (bots: string[]) => void }}
 */
function makeTableForm(shipped) {
  const chosen = { map: "0", you: "blue", other: "human", clock: "none", listed: "private", sight: "common" };
  const told = make("p", { role: "alert" });
  const maps = shipped.maps.map((one, index) => /** @type {[string, string]} */ ([String(index), `${one.name} · ${rulesName("rules", one.rules)}`]));
  /** @type {[string, string][]} */
  const sides = [["blue", say("web-you-blue")], ["red", say("web-you-red")]];
  const others = [["human", say("table-friend")], ...shipped.commanders.map((one) => [one, one])];
  const listings = ["private", "watch", "open"].map((one) => /** @type {[string, string]} */ ([one, say(`table-listed-${one}`)]));
  const sights = ["common", "late"].map((one) => /** @type {[string, string]} */ ([one, say(`table-sight-${one}`)]));
  const clocks = Object.keys(CLOCKS).map((name) => /** @type {[string, string]} */ ([name, say(`table-clock-${name}`)]));
  const make_table = async () => {
    const clock = CLOCKS[chosen.clock];
    const seats = chosen.you === "red" ? { red: "human", blue: chosen.other } : { red: chosen.other, blue: "human" };
    const open = chosen.listed === "open" && chosen.other === "human" ? (chosen.you === "red" ? "blue" : "red") : null;
    try {
      const made = await postToServer("/battles", {
        map: Number(chosen.map), ...seats,
        listed: chosen.listed !== "private", open,
        late_turns: chosen.sight === "late" ? 3 : null,
        clock: clock && { half_turn_ms: clock[0], bank_ms: clock[1] },
      });
      const other = chosen.you === "red" ? "blue" : "red";
      const links = made[other] ? [[`table-link-${other}`, `${location.origin}/b/${made.battle}#${made[other]}`]] : [];
      keepChoice(`links.${made.battle}`, JSON.stringify(links));
      await postToServer(`/b/${made.battle}/seat`, { token: made[chosen.you] });
      location.assign(`/b/${made.battle}`);
    } catch (why) {
      told.textContent = say("web-failed", { why: String(why instanceof Error ? why.message : why) });
    }
  };
  const opponents = makeChoice(say("web-opponent"), /** @type {[string, string][]} */ (others), chosen.other, (value) => (chosen.other = value));
  const offer = (/** @type {string[]} */ bots) => {
    const options = bots.map((one) => make("option", { value: `bot:${one}` }, one));
    opponents.querySelector("select")?.append(...options);
  };
  const form = make("section", { "aria-labelledby": "menu-table" },
    make("h2", { id: "menu-table" }, say("table-new")),
    make("div", { class: "form" },
      make("p", {}, say("table-about")),
      makeChoice(say("web-map"), maps, chosen.map, (value) => (chosen.map = value)),
      makeChoice(say("web-you"), sides, chosen.you, (value) => (chosen.you = value)),
      opponents,
      makeChoice(say("table-time"), clocks, chosen.clock, (value) => (chosen.clock = value)),
      makeChoice(say("table-listed"), listings, chosen.listed, (value) => (chosen.listed = value)),
      makeChoice(say("table-sight"), sights, chosen.sight, (value) => (chosen.sight = value)),
      makeButton(say("table-make"), () => void make_table(), { class: "main", id: "make-table" }), told));
  return { form, offer };
}

/**
 * Makes the door of a seat: who opens the link takes nothing, who presses the button sits down.
 * @param {string} battle
 * @param {string} token
 * @param {() => void} enter
 * @returns {HTMLElement}
 */
export function makeDoor(battle, token, enter) {
  const told = make("p", { role: "alert" });
  const sit = async () => {
    try {
      await postToServer(`/b/${battle}/seat`, { token });
      history.replaceState(null, "", location.pathname);
      enter();
    } catch {
      told.textContent = say("table-refused-token");
    }
  };
  return make("div", { class: "menu" }, make("h2", {}, say("table-door")), make("p", {}, say("table-door-about")),
    makeButton(say("table-sit"), () => void sit(), { class: "main", id: "sit-down" }), told);
}
