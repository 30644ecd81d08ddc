// What stands beside the board: whose turn it is, the selected unit, odds, hint, log, timeline.

/** @import { BattleScreen } from "./battle.js" */
/** @import { Odds, Unit } from "./types.js" */

import { bytesFromBase64, makeChoice, saveFile } from "./controls.js";
import { make, makeButton } from "./dom.js";
import { percentOf, rulesName, saidInWords, say, unitName } from "./texts.js";

/** Most characters of a link that is offered. */
const LONGEST_OFFERED = 16_000;

/** @typedef {ReturnType<typeof makePanels>} Panels */

/**
 * Makes the panels of a battle, empty.
 * @param {BattleScreen} screen
 */
export function makePanels(screen) {
  const status = make("div", { class: "status" });
  const buttons = make("div", { class: "buttons" });
  const notice = make("p", { class: "notice" });
  const hex = make("p", { class: "hex" });
  const unit = make("section", { class: "panel", "aria-label": say("outcome") });
  const odds = make("section", { class: "panel odds", hidden: true });
  const hint = make("div", { class: "hint" });
  const whatIf = make("div", { class: "what-if" });
  const timeline = makeTimeline(screen);
  const log = make("ol", { class: "log", tabindex: "0", "aria-label": say("log") });
  const goals = make("ul", { class: "goals" });
  const more = make("div", { class: "more" });
  const details = (/** @type {string} */ words, /** @type {Node[]} */ children, open = false) =>
    make("details", { open }, make("summary", {}, words), ...children);
  const side = make("div", { class: "side" },
    status, buttons, notice, hex, odds, unit, hint, timeline.root,
    details(say("log"), [log], true), details(say("goals-title"), [goals]), details(say("what-if"), [more, whatIf]),
    details(say("web-keys"), [make("p", {}, say("web-keys-about"))]), screen.tools ?? makeFiles(screen),
  );
  more.append(makeButton(say("web-what-if-now"), () => void screen.whatIf()));
  return { side, status, buttons, notice, hex, unit, odds, hint, whatIf, timeline, log, goals };
}

/**
 * @param {BattleScreen} screen
 * @returns {HTMLElement}
 */
function makeFiles(screen) {
  const told = make("p", { class: "told" });
  const shown = make("input", { readonly: true, hidden: true, "aria-label": say("web-link-here") });
  const save = async () => {
    const { replay } = await screen.ask({ do: "replay" });
    saveFile(bytesFromBase64(replay), "battle.replay");
  };
  const link = async () => {
    const { link: text } = await screen.ask({ do: "link" });
    if (text.length > LONGEST_OFFERED) {
      told.textContent = say("web-link-too-long");
      return;
    }
    const address = `${location.protocol === "file:" ? "" : location.origin + location.pathname}#${text}`;
    shown.hidden = false;
    shown.value = address;
    shown.select();
    try {
      await navigator.clipboard.writeText(address);
      told.textContent = say("web-link-copied");
    } catch {
      told.textContent = say("web-link-here");
    }
  };
  const keep = async () => {
    const name = `${screen.position?.map ?? ""} ${screen.position?.turn ?? ""}`;
    told.textContent = say((await screen.keep(name)) ? "web-saved" : "web-not-saved");
  };
  return make("div", { class: "files" },
    screen.keeps ? makeButton(say("web-save"), () => void keep()) : null,
    makeButton(say("web-save-file"), () => void save()),
    makeButton(say("web-link"), () => void link()),
    screen.leave ? makeButton(say(screen.keeps ? "web-leave-battle" : "back"), screen.leave) : null,
    told, shown,
  );
}

/** @param {BattleScreen} screen */
export function showStatus(screen) {
  const { position, panels } = screen;
  if (!position) return;
  const { verdict } = position;
  const side = say(`side-${position.side}`);
  let words = say("side-moves", { side });
  if (verdict) {
    const winner = verdict.winner;
    words = winner ? say(`verdict-${verdict.how}`, { side: say(`side-${winner}`), other: say(`side-${winner === "red" ? "blue" : "red"}`) }) : say(verdict.how === "draw_agreed" ? "verdict-draw-agreed" : "verdict-draw");
  } else if (screen.deploying) {
    words = say("deploying");
  } else if (screen.waiting) {
    words = screen.waiting;
  } else if (screen.mind) {
    words = say("thinking", { side });
  }
  const armies = /** @type {const} */ (["red", "blue"]).map((one) => {
    const [now, start] = position.strength[one];
    const words = `${say(`side-${one}`)} (${position.seats[one] === "human" ? say("human") : position.seats[one]}): ${now} / ${start}`;
    return make("p", { class: `army ${one}` }, words, make("progress", { max: start, value: now, "aria-hidden": "true" }));
  });
  panels.status.replaceChildren(
    make("p", { class: "turn" }, say("turn-of", { turn: position.turn, last: position.last_turn }), position.weather ? ` · ${position.weather}` : ""),
    make("p", { class: "moves", id: "moves" }, words),
    ...armies,
    screen.verified ? make("p", { class: "verified", title: say("web-verified-tip") }, screen.verified) : "",
  );
  panels.goals.replaceChildren(...position.goals.map((goal) => make("li", {}, saidInWords(goal))));
  showButtons(screen);
}

/** Buttons that stand where another one stood. @type {Record<string, string>} */
const INSTEAD = { stop: "go-on", "go-on": "stop" };

/** @param {BattleScreen} screen */
function showButtons(screen) {
  const { panels, position } = screen;
  const focused = document.activeElement?.id;
  const over = position?.verdict;
  const thinks = screen.mind || screen.asker;
  const tools = screen.deploying ? [
    makeButton(say("begin-fighting"), () => void screen.beginFighting(), { class: "main", id: "begin-fighting" }),
    screen.canUndo ? makeButton(say("undo"), () => void screen.undo(), { id: "undo" }) : null,
    makeButton(say("next-unit"), () => void screen.nextUnit(), { id: "next-unit" }),
    ...viewButtons(screen),
  ] : [
    screen.isMyTurn ? makeButton(say("end-turn"), () => void screen.endTurn(), { class: "main", id: "end-turn" }) : null,
    screen.isMyTurn ? makeButton(say("undo"), () => void screen.undo(), { id: "undo", disabled: !screen.canUndo, title: say("undo-tip") }) : null,
    screen.isMyTurn ? makeButton(say("next-unit"), () => void screen.nextUnit(), { id: "next-unit" }) : null,
    over ? null : makeButton(say("hint"), () => void screen.hint(), { id: "hint" }),
    makeButton(say("web-threat"), () => screen.toggleThreat(), { id: "threat", "aria-pressed": String(screen.showsThreat) }),
    thinks ? makeButton(say("web-stop"), () => screen.stopThinking(), { id: "stop" }) : null,
    screen.isTheirTurn && !screen.mind ? makeButton(say("go-on"), () => screen.goOn(), { class: "main", id: "go-on" }) : null,
    ...viewButtons(screen),
  ];
  const shown = tools.filter((tool) => tool !== null);
  // A button that is replaced while a finger is down on it is not pressed.
  if (panels.buttons.innerHTML === shown.map((tool) => tool.outerHTML).join("")) return;
  panels.buttons.replaceChildren(...shown);
  if (focused) (document.getElementById(focused) ?? document.getElementById(INSTEAD[focused] ?? ""))?.focus();
}

/** @param {BattleScreen} screen */
function viewButtons(screen) {
  return [
    makeButton("+", () => screen.board.zoom(1.25), { id: "zoom-in", "aria-label": say("web-zoom-in") }),
    makeButton("−", () => screen.board.zoom(0.8), { id: "zoom-out", "aria-label": say("web-zoom-out") }),
    makeButton("⤢", () => screen.board.showAll(), { id: "fit", "aria-label": say("web-fit") }),
  ];
}

/** @param {BattleScreen} screen */
export function showUnit(screen) {
  const { panels, selected, can } = screen;
  if (!selected) {
    panels.unit.replaceChildren(make("p", {}, say(screen.deploying ? "deploy-hint" : screen.isMyTurn ? "web-select" : "web-nobody")));
    return;
  }
  const rank = [selected.rank ? rulesName("rank", selected.rank) : "", selected.officer ?? ""].filter(Boolean).join(" ");
  const lines = [
    say("web-men", { men: selected.men, full: selected.full }),
    say("web-movement", { left: selected.left, all: selected.movement }),
    say("unit-attack-cost", { cost: selected.attack_cost }),
    selected.range ? say("unit-range", { min: selected.range[0], max: selected.range[1] }) : "",
    selected.cohesion === undefined ? "" : `${say("condition-cohesion")} ${percentOf(selected.cohesion)}`,
    selected.broken ? say("condition-broken") : selected.wavering ? say("condition-wavering") : "",
    selected.rounds === undefined ? "" : `${say("unit-rounds")}: ${selected.rounds}`,
    selected.facing ? say("unit-faces", { way: say(`compass-${selected.facing}`) }) : "",
    selected.ready ? say("unit-ready") : "",
  ];
  const orders = [];
  if (can && screen.isMyTurn) {
    for (const way of can.ways) orders.push(makeButton(say("web-turn-face", { way: say(`compass-${way}`) }), () => void screen.order([{ face: [selected.id, way] }])));
    for (const work of can.works) orders.push(makeButton(say("work-button", { work: work.name, at: work.at.join(","), done: work.done, turns: work.of }), () => void screen.order([work.order])));
    if (can.may_exit) orders.push(makeButton(say("web-leave"), () => void screen.order([{ exit: selected.id }])));
  }
  panels.unit.replaceChildren(
    make("h2", { class: selected.side }, unitName(selected.kind, selected.label)),
    make("p", {}, [`${selected.at.join(",")}`, rank || say("no-officer")].join(" · ")),
    ...lines.filter(Boolean).map((line) => make("p", {}, line)),
    make("div", { class: "buttons" }, ...orders),
  );
}

/**
 * Shows the odds of an attack, or of none, and a button for what is about to be ordered.
 * @param {BattleScreen} screen
 * @param {Odds | null} odds
 * @param {Unit | null} enemy
 */
export function showOdds(screen, odds, enemy) {
  const { panels, intent } = screen;
  const parts = [];
  if (odds && enemy) {
    const share = (/** @type {number} */ cases) => percentOf(Math.round((1000 * cases) / odds.of));
    const rows = [
      ["odds-dealt", String(odds.dealt)],
      ["odds-taken", String(odds.taken)],
      ["odds-destroys", share(odds.destroys)],
      ["odds-lost", share(odds.lost)],
      ["odds-they-break", odds.they_break ? share(odds.they_break) : ""],
      ["odds-we-break", odds.we_break ? share(odds.we_break) : ""],
      ["odds-gives-way", odds.gives_way ? share(odds.gives_way) : ""],
      ["odds-pursues", odds.pursues ? share(odds.pursues) : ""],
    ];
    parts.push(make("h2", {}, say("odds-attack-on", { target: unitName(enemy.kind, enemy.label) })));
    parts.push(make("table", {}, make("tbody", {}, ...rows.filter(([, value]) => value).map(([key, value]) =>
      make("tr", {}, make("th", { scope: "row" }, say(key)), make("td", {}, value))))));
    parts.push(makeChart(odds));
  }
  if (intent) parts.push(makeButton(intent.words, () => void screen.carryOut(), { class: "main", id: "carry-out" }));
  panels.odds.hidden = parts.length === 0;
  panels.odds.replaceChildren(...parts);
}

/**
 * @param {Odds} odds
 * @returns {HTMLElement}
 */
function makeChart(odds) {
  const most = Math.max(...odds.losses.map(([, ways]) => ways), 1);
  const bars = odds.losses.length > 24 ? odds.losses.filter((_, index) => index % Math.ceil(odds.losses.length / 24) === 0) : odds.losses;
  return make("div", { class: "chart", role: "img", "aria-label": say("odds-chart") },
    ...bars.map(([men, ways]) => make("meter", { min: 0, max: most, value: ways, title: `${men}: ${percentOf(Math.round((1000 * ways) / odds.of))}`, "aria-hidden": "true" })));
}

/** @param {BattleScreen} screen */
export function showLog(screen) {
  const { panels, log } = screen;
  const shown = log.slice(-200);
  panels.log.replaceChildren(...shown.map((line) =>
    make("li", { class: line.side, value: line.at + 1 }, saidInWords(line.words), line.reason ? make("span", { class: "reason" }, saidInWords(line.reason)) : "")));
  panels.log.scrollTop = panels.log.scrollHeight;
}

/**
 * Makes the timeline. It stays as long as the battle is shown: a control that is replaced while it is used is let go of.
 * @param {BattleScreen} screen
 */
function makeTimeline(screen) {
  const stepTo = (/** @type {number} */ step) => void screen.goTo((screen.position?.at ?? 0) + step);
  const button = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {string} */ words, /** @type {() => void} */ press) =>
    makeButton(sign, press, { id, "aria-label": words, title: words });
  const play = button("replay-play", "▶▶", say("web-play"), () => void screen.play());
  const range = make("input", { type: "range", id: "timeline-range", min: 0, "aria-label": say("timeline"), input: () => void screen.goTo(Number(range.value)) });
  const at = make("p", { class: "at" });
  const speeds = /** @type {[string, string][]} */ (["step", "slow", "fast"].map((speed) => [speed, say(`web-speed-${speed}`)]));
  const root = make("div", { class: "timeline" },
    make("div", { class: "buttons" },
      button("replay-first", "|◀", say("replay-first"), () => void screen.goTo(0)),
      button("replay-back", "◀", say("replay-back"), () => stepTo(-1)),
      play,
      button("replay-forward", "▶", say("replay-forward"), () => stepTo(1)),
      button("replay-last", "▶|", say("replay-last"), () => void screen.goTo(screen.position?.of ?? 0))),
    range,
    at,
    screen.tools ? null : makeChoice(say("web-speed"), speeds, screen.speed, (speed) => (screen.speed = speed)),
  );
  return { root, play, range, at };
}

/** @param {BattleScreen} screen */
export function showTimeline(screen) {
  const { panels: { timeline }, position } = screen;
  if (!position) return;
  const { at, of, turn } = position;
  timeline.play.textContent = screen.playing ? "||" : "▶▶";
  timeline.range.max = String(of);
  timeline.range.value = String(at);
  timeline.at.textContent = say("web-at-order", { at, of, turn });
}
