// Plays the same battles in WebAssembly (Node or Chromium) and in the native program, and compares every answer.
//
//   node tools/web/records.mjs NATIVE [--count N] [--from N] [--progress FILE] [--minutes N] [--chromium]
//
// NATIVE is the example `web_answers` of hotgates-web. Battles are played in pieces of 50, on every shipped map in turn.
// With --progress a run that was stopped, by --minutes or otherwise, goes on where FILE says. The last lines say how many
// were equal, and the ratio of the time of WebAssembly to the native time: of the processor, in Chromium by the clock.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Engine } from "./engine.mjs";

const PIECE = 50;
const COMMANDERS = ["hunter", "greedy", "warden", "random", "strategist+150", "warden-exact", "hunter+300"];
const USAGE = "node tools/web/records.mjs NATIVE [--count N] [--from N] [--progress FILE] [--minutes N] [--chromium]";
const [native, ...more] = process.argv.slice(2);
const option = (name, usual) => (more.includes(name) ? more[more.indexOf(name) + 1] : usual);
if (!native) throw new Error(`usage: ${USAGE}`);
const count = Number(option("--count", 100));
const deadline = performance.now() + 60_000 * Number(option("--minutes", Infinity));
const file = option("--progress", null);
const state = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { done: Number(option("--from", 0)), wasm: 0, native: 0 };
const begun = state.done;

const wasmFile = join(dirname(fileURLToPath(import.meta.url)), "../../web/build/hotgates.wasm");
const module = await WebAssembly.compile(readFileSync(wasmFile));
const MAPS = JSON.parse(Engine.of(module).call('{"do":"shipped"}')).maps.length;

/** The request for one battle: maps in turn, commanders that change with the map and from round to round. */
function fight(number) {
  const round = Math.floor(number / MAPS);
  const commander = (shift) => COMMANDERS[(number + round * shift + shift) % COMMANDERS.length];
  return JSON.stringify({ do: "fight", map: number % MAPS, red: commander(1), blue: commander(3), seed: String(number) });
}

/** Seconds of processor time that requests take natively, and their answers. */
function playNatively(requests) {
  const timed = ["-c", 'TIMEFORMAT=%U; time "$0"', native];
  const { stdout, stderr, status } = spawnSync("bash", timed, { input: `${requests.join("\n")}\n`, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${native}: ${stderr}`);
  const lines = stdout.toString().trimEnd().split("\n");
  const seconds = Number(stderr.toString().trim().split("\n").pop());
  return { lines, seconds };
}

/** Seconds of processor time that requests take in Node, and their answers. */
function playInNode(requests) {
  const engine = Engine.of(module);
  const before = process.cpuUsage();
  const lines = requests.map((request) => engine.call(request));
  return { lines, seconds: process.cpuUsage(before).user / 1e6 };
}

/** Starts Chromium, and returns what has requests answered there, and what ends it. */
async function startChromium() {
  const { serve, startBrowser } = await import("./test/browser.mjs");
  const [server, browser] = [await serve(), await startBrowser()];
  const page = await browser.open(server.address);
  await page.evaluate(`globalThis.Engine = ${Engine}`);
  await page.evaluate(async () => {
    globalThis.module = await WebAssembly.compile(await (await fetch("hotgates.wasm")).arrayBuffer());
  });
  const play = (requests) => page.evaluate((requests) => {
    const engine = globalThis.Engine.of(globalThis.module);
    const before = performance.now();
    const lines = requests.map((request) => engine.call(request));
    return { lines, seconds: (performance.now() - before) / 1000 };
  }, requests);
  const stop = async () => {
    await browser.stop();
    server.stop();
  };
  return { play, stop };
}

/** Sends requests to both engines, and ends the program at the first answer that differs. */
function compareAnswers(requests, answers, lines) {
  answers.forEach((answer, index) => {
    if (answer === lines[index] && !answer.includes('"error"')) return;
    console.error(`differs: ${requests[index]}\n  wasm   ${answer}\n  native ${lines[index]}`);
    process.exit(1);
  });
}

/** Requests about every map as it begins: what is drawn, what may be done, and the bytes of replay and link. */
function looks() {
  return Array.from({ length: MAPS }, (_, map) => {
    const game = map;
    return [
      { do: "new", map, red: "hunter", blue: "warden", seed: "5" },
      ...["ground", "position"].map((what) => ({ do: what, game, palette: "standard" })),
      ...Array.from({ length: 6 }, () => ({ do: "think", game })),
      { do: "position", game, palette: "high-contrast" },
      { do: "log", game, from: 0 },
      { do: "hint", game, commander: "warden" },
      { do: "replay", game },
      { do: "link", game },
    ];
  }).flat().map((request) => JSON.stringify(request));
}

const { play, stop } = more.includes("--chromium") ? await startChromium() : { play: playInNode, stop: () => {} };
if (state.done === 0) {
  const requests = looks();
  compareAnswers(requests, (await play(requests)).lines, playNatively(requests).lines);
  console.log(`${requests.length} answers equal`);
}
while (state.done < count && performance.now() < deadline) {
  const requests = [];
  for (let number = state.done; number < Math.min(state.done + PIECE, count); number += 1) requests.push(fight(number));
  const [here, there] = [playNatively(requests), await play(requests)];
  compareAnswers(requests, there.lines, here.lines);
  state.done += requests.length;
  state.wasm += there.seconds;
  state.native += here.seconds;
  if (file) writeFileSync(file, JSON.stringify(state));
  console.log(`${state.done} battles equal`);
}
await stop();
console.log(`${state.done - begun} battles in this run`);
console.log(`time: ${state.wasm.toFixed(1)} s in WebAssembly, ${state.native.toFixed(1)} s natively, ratio ${(state.wasm / state.native).toFixed(2)}`);
