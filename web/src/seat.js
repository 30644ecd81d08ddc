// What whoever holds a seat has from the server beside the battle: a new link, a feed, a webhook; and the players' ratings.

/** @import { RatedPlayer } from "./types.js" */

import { makeLink } from "./controls.js";
import { make, makeButton } from "./dom.js";
import { postToServer } from "./link.js";
import { keepChoice, readChoice } from "./saves.js";
import { say } from "./texts.js";

/** @typedef {{ player: string, secret: string }} Player */

/**
 * Returns a button's work that asks the server for something, and shows what comes of it.
 * @param {HTMLElement} shown
 * @param {string} path
 * @param {() => Record<string, unknown>} body
 * @param {(answer: any) => Node | string} show
 */
function asking(shown, path, body, show) {
  return async () => {
    try {
      shown.replaceChildren(show(await postToServer(path, body())));
    } catch (why) {
      shown.textContent = say("web-failed", { why: why instanceof Error ? why.message : String(why) });
    }
  };
}

/**
 * Makes the tools of a seat.
 * @param {string} battle
 * @returns {HTMLElement}
 */
export function makeSeatTools(battle) {
  const path = `/b/${battle}/`;
  const shown = make("div", { role: "status", id: "seat-told" });
  const address = make("input", { type: "url", id: "webhook", placeholder: "https://" });
  const tool = (/** @type {string} */ id, /** @type {string} */ to, /** @type {() => Record<string, unknown>} */ body, /** @type {(answer: any) => Node | string} */ show) =>
    makeButton(say(`table-${id}`), asking(shown, path + to, body, show), { id });
  return make("details", {}, make("summary", { id: "seat-tools" }, say("table-seat-tools")),
    make("div", { class: "buttons" },
      tool("renew", "seat/renew", () => ({}), ({ token }) => makeLink(say("table-renewed"), `${location.origin}${path.slice(0, -1)}#${token}`)),
      tool("feed", "feed", () => ({}), ({ feed }) => makeLink(say("table-feed-address"), feed))),
    make("label", { class: "field" }, make("span", {}, say("table-webhook")), address),
    make("div", { class: "buttons" },
      tool("webhook-set", "webhook", () => ({ address: address.value.trim() }), ({ secret }) => makeLink(say("table-webhook-secret"), secret)),
      tool("webhook-remove", "webhook", () => ({ address: null }), () => say("table-webhook-removed"))),
    shown);
}

/**
 * Returns the player of this browser.
 * @returns {Player | null}
 */
function ownPlayer() {
  return JSON.parse(readChoice("player") ?? "null");
}

/** Returns the player for whom results of this browser's seats count. */
export function ratedPlayer() {
  return readChoice("counts") === "no" ? null : ownPlayer();
}

/**
 * Makes the list of ratings, with the name of whoever looks at it.
 * @param {RatedPlayer[]} ratings
 * @returns {HTMLElement}
 */
export function makeRatings(ratings) {
  const own = make("div", { class: "form", id: "player" });
  const fill = () => own.replaceChildren(...playerFields(fill));
  fill();
  const row = (/** @type {"td" | "th"} */ cell, /** @type {(string | number)[]} */ words) => make("tr", {}, ...words.map((one) => make(cell, {}, String(one))));
  const rows = ratings.map(({ player, elo, low, high, games }) => row("td", [player, elo, `${low} – ${high}`, games]));
  const heads = ["player", "rating", "interval", "games"].map((one) => say(`table-${one}`));
  return make("section", { "aria-labelledby": "table-ratings" }, make("h2", { id: "table-ratings" }, say("table-ratings")),
    rows.length ? make("table", {}, make("thead", {}, row("th", heads)), make("tbody", {}, ...rows)) : make("p", {}, say("table-nobody-rated")), own);
}

/**
 * Makes the fields of this browser's player, or of one who takes a name.
 * @param {() => void} fill
 */
function playerFields(fill) {
  const own = ownPlayer();
  const keep = (/** @type {Player | null} */ player) => {
    keepChoice("player", JSON.stringify(player));
    fill();
    return "";
  };
  if (own) {
    const counts = makeButton(say("table-counts"), () => {
      keepChoice("counts", ratedPlayer() ? "no" : "yes");
      counts.setAttribute("aria-pressed", String(ratedPlayer() !== null));
    }, { id: "counts", "aria-pressed": String(ratedPlayer() !== null) });
    return [make("p", {}, say("table-you-are", { player: own.player })), makeLink(say("table-own-secret"), own.secret),
      make("div", { class: "buttons" }, counts, makeButton(say("table-forget"), () => keep(null), { id: "forget" }))];
  }
  const told = make("p", { role: "alert" });
  const field = (/** @type {string} */ id, /** @type {number} */ most) => make("input", { id, maxlength: most, autocomplete: "off", spellcheck: "false" });
  const [name, secret] = [field("player-name", 24), field("player-secret", 32)];
  const take = asking(told, "/players", () => ({ name: name.value.trim() }), (made) => keep({ player: made.name, secret: made.secret }));
  const enter = () => (secret.value.trim() ? keep({ player: name.value.trim(), secret: secret.value.trim() }) : take());
  return [make("p", {}, say("table-player-about")),
    make("label", { class: "field" }, make("span", {}, say("table-player")), name),
    make("label", { class: "field" }, make("span", {}, say("table-player-secret")), secret),
    make("div", { class: "buttons" }, makeButton(say("table-take-name"), () => void enter(), { id: "take-name" })), told];
}
