// The menu: a new battle, battles that were kept, and files.

/** @import { Shipped } from "./types.js" */

import { makeChoice } from "./controls.js";
import { make, makeButton } from "./dom.js";
import { AUTOMATIC, dropSave, keepChoice, listSaves, readChoice } from "./saves.js";
import { rulesName, say } from "./texts.js";

/**
 * What the menu can ask for.
 * @typedef {{
 *   begin(choice: { map: number, red: string, blue: string, seed: string }): void,
 *   resume(replay: string): void,
 *   openFile(file: File): void,
 * }} MenuListener
 */

/**
 * What is chosen for a new battle.
 * @typedef {{ map: string, you: string, red: string, blue: string, redRank: string, blueRank: string, seed: string }} Choice
 */

/** @returns {Choice} */
function lastChoice() {
  const usual = { map: "0", you: "blue", red: "hunter", blue: "warden", redRank: "", blueRank: "", seed: "" };
  try {
    return { ...usual, ...JSON.parse(readChoice("battle") ?? "{}"), seed: "" };
  } catch {
    return usual;
  }
}

/**
 * Makes the menu.
 * @param {Shipped} shipped
 * @param {MenuListener} listener
 * @param {HTMLElement | null} tables The form of a new table, where the page came from a server.
 * @returns {HTMLElement}
 */
export function makeMenu(shipped, listener, tables) {
  const menu = make("div", { class: "menu" });
  menu.append(
    make("p", { class: "motto" }, say("menu-motto")),
    make("p", {}, say(tables ? "table-web-about" : "web-about")),
    tables ?? "",
    make("section", { "aria-labelledby": "menu-new" }, make("h2", { id: "menu-new" }, say("web-new")), makeForm(shipped, listener)),
    make("section", { "aria-labelledby": "menu-saves" }, make("h2", { id: "menu-saves" }, say("web-saves")), makeSaves(listener)),
  );
  return menu;
}

/**
 * @param {Shipped} shipped
 * @param {MenuListener} listener
 * @returns {HTMLElement}
 */
function makeForm(shipped, listener) {
  const form = make("div", { class: "form" });
  const choice = lastChoice();
  const change = (/** @type {Partial<Choice>} */ change) => {
    Object.assign(choice, change);
    keepChoice("battle", JSON.stringify(choice));
    fill();
  };
  const fill = () => {
    const focused = [...form.querySelectorAll("select, input, button")].indexOf(/** @type {Element} */ (document.activeElement));
    form.replaceChildren(...formFields(shipped, choice, change, listener));
    const fields = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("select, input, button"));
    if (focused >= 0) fields[focused]?.focus();
  };
  fill();
  return form;
}

/**
 * @param {Shipped} shipped
 * @param {Choice} choice
 * @param {(change: Partial<Choice>) => void} change
 * @param {MenuListener} listener
 * @returns {HTMLElement[]}
 */
function formFields(shipped, choice, change, listener) {
  const map = shipped.maps[Number(choice.map)] ?? shipped.maps[0];
  const maps = shipped.maps.map((one, index) => /** @type {[string, string]} */ ([String(index), `${one.name} · ${rulesName("rules", one.rules)}`]));
  /** @type {[string, string][]} */
  const sides = [["blue", say("web-you-blue")], ["red", say("web-you-red")], ["both", say("web-you-both")], ["none", say("web-you-none")]];
  /** @type {HTMLElement[]} */
  const fields = [
    makeChoice(say("web-map"), maps, choice.map, (value) => change({ map: value })),
    make("p", { class: "notes" }, map.notes ?? ""),
    makeChoice(say("web-you"), sides, choice.you, (value) => change({ you: value })),
  ];
  for (const side of /** @type {const} */ (["red", "blue"])) {
    if (choice.you === side || choice.you === "both") continue;
    const [name, rank] = side === "red" ? [choice.red, choice.redRank] : [choice.blue, choice.blueRank];
    const label = choice.you === "none" ? say(`web-${side}-commander`) : say("web-opponent");
    const commanders = shipped.commanders.map((one) => /** @type {[string, string]} */ ([one, one]));
    /** @type {[string, string][]} */
    const ranks = [["", say("web-rank-own")], ...map.ranks.map((one) => /** @type {[string, string]} */ ([one, rulesName("rank", one)]))];
    const known = map.ranks.includes(rank) ? rank : "";
    fields.push(
      make("div", { class: "pair" },
        makeChoice(label, commanders, name, (value) => change(side === "red" ? { red: value } : { blue: value })),
        makeChoice(say("web-rank"), ranks, known, (value) => change(side === "red" ? { redRank: value } : { blueRank: value })),
      ),
    );
    if (name === "strategist") fields.push(make("p", { class: "notes" }, say("web-strategist-slow")));
  }
  const seed = make("input", { inputmode: "numeric", pattern: "[0-9]*", maxlength: "19", value: choice.seed, placeholder: map.seed });
  fields.push(make("label", { class: "field" }, make("span", {}, say("setup-seed")), seed));
  const begin = () => {
    const commander = (/** @type {"red" | "blue"} */ side) => {
      if (choice.you === side || choice.you === "both") return "human";
      const [name, rank] = side === "red" ? [choice.red, choice.redRank] : [choice.blue, choice.blueRank];
      return map.ranks.includes(rank) ? `${name}:${rank}` : name;
    };
    const digits = seed.value.replace(/\D/g, "");
    listener.begin({ map: shipped.maps.indexOf(map), red: commander("red"), blue: commander("blue"), seed: digits || String(Math.floor(Math.random() * 2 ** 32)) });
  };
  fields.push(makeButton(say("web-begin"), begin, { class: "main", id: "begin" }));
  return fields;
}

/**
 * @param {MenuListener} listener
 * @returns {HTMLElement}
 */
function makeSaves(listener) {
  const box = make("div", {});
  const list = make("ul", { class: "saves" });
  for (const save of listSaves()) {
    const name = save.name === AUTOMATIC ? say("web-automatic") : save.name;
    const words = `${name}: ${save.map}, ${say("files-turn", { turn: save.turn })}`;
    const drop = () => {
      dropSave(save.name);
      box.replaceWith(makeSaves(listener));
    };
    list.append(
      make("li", {}, make("span", {}, words),
        makeButton(say("web-load"), () => listener.resume(save.replay), { "aria-label": `${say("web-load")}: ${words}` }),
        makeButton("×", drop, { "aria-label": say("web-delete", { name: words }) })),
    );
  }
  if (!list.childElementCount) box.append(make("p", {}, say("web-no-saves")));
  else box.append(list);
  const input = make("input", { type: "file", change: () => input.files?.[0] && listener.openFile(input.files[0]) });
  box.append(make("label", { class: "field" }, make("span", {}, say("web-open-file")), input));
  return box;
}
