// The page in a browser: a whole battle off-line, links, keys alone, accessibility, sizes and languages.
//
//   node --test tools/web/test/
//
// needs web/build, and a Chromium at /usr/bin/chromium or where CHROMIUM says. HOTGATES_PICTURES names a folder for
// pictures to look at; HOTGATES_PAGE names a page that `hotgates replay --html` has written with the feature `web`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { Engine } from "../engine.mjs";
import { AXE, ROOT, picture, serve, startBrowser, until } from "./browser.mjs";

let server;
let browser;
/** The engine in Node. */
let engine;

before(async () => {
  engine = Engine.of(await WebAssembly.compile(readFileSync(join(ROOT, "web/build/hotgates.wasm"))));
  server = await serve();
  browser = await startBrowser();
});

afterEach(async () => {
  await browser.context.setOffline(false);
  for (const page of browser.context.pages()) await page.close();
});

after(async () => {
  await browser?.stop();
  server?.stop();
});

function ask(request) {
  const answer = JSON.parse(engine.call(JSON.stringify(request)));
  assert.equal(answer.error, undefined, JSON.stringify(request));
  return answer;
}

/** The link of a battle that commanders have fought. */
function foughtLink(map, red, blue, seed) {
  const { game } = ask({ do: "new", map, red, blue, seed });
  while (ask({ do: "think", game }).side !== null);
  return { link: ask({ do: "link", game }).link, position: ask({ do: "position", game, palette: "standard" }) };
}

async function openMenu(options) {
  const page = await browser.open(server.address, options);
  await page.waitForSelector("#begin");
  return page;
}

/** Begins a battle as Blue against `greedy` on a map, with orders of computers shown at once. */
async function beginBattle(page, { map = "1", you = "blue", red = "greedy", blue = "greedy", arrange = false } = {}) {
  await page.evaluate((choice) => localStorage.setItem("hotgates.battle", JSON.stringify(choice)), { map, you, red, blue, redRank: "", blueRank: "" });
  await page.reload();
  await page.fill('input[inputmode="numeric"]', "7");
  await page.click("#begin");
  await page.waitForSelector("#moves");
  if (you !== "none") await page.waitForSelector("#begin-fighting");
  if (arrange) return;
  if (you !== "none") await page.click("#begin-fighting");
  await page.selectOption(".timeline select", "fast");
}

async function myTurn(page) {
  await until(page, () => document.querySelector("#end-turn") || /wins|draw|胜|平/.test(document.querySelector("#moves")?.textContent ?? ""), null, { timeout: 60_000 });
  return (await page.$("#end-turn")) !== null;
}

function clean(page) {
  assert.deepEqual(page.faults, []);
  for (const url of page.requests) assert.ok(url.startsWith(server.address), `asked for ${url}`);
}

async function faultsOfAxe(page) {
  await page.evaluate(`${AXE}\n;void 0`);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

test("a whole battle against a computer is fought off-line", { timeout: 240_000 }, async () => {
  const page = await openMenu();
  await beginBattle(page);
  await browser.context.setOffline(true);
  const asked = page.requests.length;
  let halfTurns = 0;
  while (await myTurn(page)) {
    // Moves the next unit to a hex in reach, by the keys of the board, and ends the turn.
    await page.click("#next-unit");
    await page.focus("canvas.board");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    const turn = await page.textContent(".turn");
    await page.click("#end-turn");
    await until(page, (turn) => document.querySelector(".turn").textContent !== turn || /wins|draw/.test(document.querySelector("#moves").textContent), turn, { timeout: 60_000 });
    halfTurns += 1;
  }
  assert.ok(halfTurns > 1, `${halfTurns} half-turns`);
  assert.match(await page.textContent("#moves"), /wins|draw/);
  assert.equal(page.requests.length, asked, "nothing is asked for");
  await picture(page, "over");
  await browser.context.setOffline(false);
  clean(page);
  // It has been kept.
  await page.click("text=To the menu");
  await page.waitForSelector(".saves li");
  await page.close();
});

/** Where the hexes of the deployment zone without a unit lie on the canvas, and the selected unit's hex. */
function freePlaces(page) {
  return page.evaluate(() => JSON.parse(document.querySelector("canvas.board").dataset.free));
}

test("units are arranged before the first turn, by mouse, keys and finger", { timeout: 120_000 }, async () => {
  for (const language of ["en", "zh"]) {
    const page = await openMenu({ language });
    await beginBattle(page, { map: "0", red: "human", arrange: true });
    assert.match(await page.textContent("#moves"), language === "en" ? /Before the battle/ : /战前/);
    assert.match(await page.textContent(".panel:not(.odds)"), language === "en" ? /light hexes/ : /浅色/);
    const box = await page.locator("canvas.board").boundingBox();
    const selectedHex = async () => (await page.textContent(".panel:not(.odds) p"))?.split(" ")[0];

    // By mouse: the next unit, then a free hex.
    await page.click("#next-unit");
    await page.waitForSelector(".panel h2");
    const before = await selectedHex();
    const { x, y, hex } = (await freePlaces(page))[0];
    await page.mouse.move(box.x + x, box.y + y);
    await page.waitForSelector("#carry-out");
    await page.mouse.click(box.x + x, box.y + y);
    await until(page, () => !document.querySelector(".panel h2"));
    await page.mouse.click(box.x + x, box.y + y);
    await page.waitForSelector(".panel h2");
    assert.equal(await selectedHex(), hex);
    assert.notEqual(hex, before);

    // By keys: to the row above or below, whichever lies in the zone.
    await page.focus("canvas.board");
    await page.keyboard.press("Escape");
    let placed = false;
    for (let tries = 0; tries < 8 && !placed; tries += 1) {
      await page.keyboard.press("n");
      await page.waitForSelector(".panel h2");
      for (const key of ["ArrowDown", "ArrowLeft"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(60);
        if (!(await page.$("#carry-out"))) continue;
        await page.keyboard.press("Enter");
        await until(page, () => !document.querySelector(".panel h2"));
        placed = true;
        break;
      }
    }
    assert.ok(placed, "no unit was placed by keys");

    // By finger: a tap selects, a second one places.
    const tap = ([x, y]) => page.evaluate(tapCanvas, [x, y]);
    await page.click("#next-unit");
    await page.waitForSelector(".panel h2");
    const place = (await freePlaces(page))[0];
    await tap([place.x, place.y]);
    await until(page, () => !document.querySelector(".panel h2"));
    await picture(page, `arranging-${language}`);
    assert.deepEqual(await faultsOfAxe(page), []);

    await page.keyboard.press("e");
    await page.waitForSelector("#end-turn");
    assert.equal(await page.$("#begin-fighting"), null);
    clean(page);
    await page.close();
  }
});

/** Taps a place of the canvas, run in the page. */
function tapCanvas([x, y]) {
  const canvas = document.querySelector("canvas.board");
  const box = canvas.getBoundingClientRect();
  const at = { pointerId: 5, pointerType: "touch", clientX: box.left + x, clientY: box.top + y, bubbles: true };
  canvas.setPointerCapture = () => {};
  canvas.dispatchEvent(new PointerEvent("pointerdown", at));
  canvas.dispatchEvent(new PointerEvent("pointerup", at));
}

test("moves, odds and attacks by mouse; a move is taken back", async () => {
  const page = await openMenu();
  await beginBattle(page, { you: "both" });
  await myTurn(page);
  await page.click("#next-unit");
  await page.waitForSelector(".panel h2");
  await page.focus("canvas.board");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector("#carry-out");
  await page.click("#carry-out");
  await until(page, () => document.querySelectorAll(".log li").length === 1);
  await page.click("#undo");
  await until(page, () => document.querySelectorAll(".log li").length === 0);
  clean(page);
  await page.close();
});

test("a link opens, is verified, and plays; others say what is wrong", { timeout: 120_000 }, async () => {
  const { link, position } = foughtLink(0, "hunter", "warden", "2");
  const page = await browser.open(`${server.address}#${link}`);
  await page.waitForSelector(".verified");
  const said = await page.textContent(".verified");
  assert.ok(said.includes("verified") && said.includes(position.hash), said);
  assert.match(await page.textContent(".timeline .at"), /Order 0 of /);
  await page.click("#replay-last");
  await until(page, (of) => document.querySelector(".timeline .at").textContent.includes(`Order ${of} of ${of}`), position.of);
  await picture(page, "link");
  clean(page);
  await page.close();

  const changed = link.slice(0, 60) + (link[60] === "A" ? "B" : "A") + link.slice(61);
  for (const [text, words] of [
    [link.slice(0, -9), /damaged|does not verify/],
    [changed, /does not verify/],
    [link.replace("r1.", "r9."), /newer/],
    ["r1.!!!", /damaged/],
    [`r1.${"A".repeat(70_000)}`, /cannot be opened|at most/],
    ["top", /not the link of a replay/],
  ]) {
    const wrong = await browser.open(`${server.address}#${text}`);
    await wrong.waitForSelector('[role="alert"]');
    assert.match(await wrong.textContent('[role="alert"]'), words);
    clean(wrong);
    await wrong.close();
  }
});

test("answers in the browser are those of the engine in Node", async () => {
  const page = await openMenu();
  const requests = [
    { do: "fight", map: 3, red: "hunter", blue: "warden", seed: "11" },
    { do: "fight", map: 9, red: "greedy", blue: "hunter", seed: "12" },
    { do: "fight", map: 13, red: "random", blue: "greedy", seed: "13" },
    { do: "fight", map: 16, red: "greedy", blue: "random", seed: "14" },
    { do: "shipped" },
  ].map((request) => JSON.stringify(request));
  const found = await page.evaluate(async (requests) => {
    const { instance } = await WebAssembly.instantiate(await (await fetch("hotgates.wasm")).arrayBuffer());
    const { memory, hotgates_room, hotgates_call, hotgates_answer, hotgates_answer_length } = instance.exports;
    return requests.map((request) => {
      const bytes = new TextEncoder().encode(request);
      const room = hotgates_room(bytes.length);
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      hotgates_call();
      return new TextDecoder().decode(new Uint8Array(memory.buffer, hotgates_answer(), hotgates_answer_length()));
    });
  }, requests);
  found.forEach((answer, index) => assert.equal(answer, engine.call(requests[index])));
  await page.close();
});

test("keys alone reach everything, and a computer can be stopped", { timeout: 120_000 }, async () => {
  const page = await openMenu();
  await beginBattle(page, { you: "none", red: "strategist", blue: "strategist" });
  await page.waitForSelector("#stop");
  await page.focus("#stop");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#go-on");
  await until(page, () => !document.querySelector("#stop"));
  await until(page, () => document.activeElement.id === "go-on");
  // The page answers at once after that.
  await page.focus("#replay-first");
  await page.keyboard.press("Enter");
  await until(page, () => /Order 0 of/.test(document.querySelector(".timeline .at").textContent) || /Order \d+ of 0/.test(document.querySelector(".timeline .at").textContent));
  clean(page);
  await page.close();
});

test("a computer that is stopped at any moment has given each order once and gives none after", { timeout: 120_000 }, async () => {
  const page = await openMenu();
  // On a slow machine something is under way at most moments.
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...message) { setTimeout(() => post.apply(this, message), 80); };
  });
  await beginBattle(page, { you: "none", red: "greedy", blue: "greedy" });
  const controls = await page.$$("#replay-first, #timeline-range, .timeline select");
  for (let round = 0; round < 8; round += 1) {
    await page.waitForSelector("#stop");
    await page.waitForTimeout(61 * round);
    await page.click("#stop");
    await page.waitForSelector("#go-on");
    const orders = () => ({
      said: document.querySelector(".timeline .at").textContent,
      lines: [...document.querySelectorAll(".log li")].map((line) => line.value).sort((one, other) => one - other),
    });
    const then = await page.evaluate(orders);
    assert.deepEqual(then.lines, then.lines.map((_, index) => index + 1));
    assert.match(then.said, new RegExp(`Order ${then.lines.length} of ${then.lines.length},`));
    await page.waitForTimeout(400);
    assert.deepEqual(await page.evaluate(orders), then);
    await page.focus("#go-on");
    await page.keyboard.press("Enter");
  }
  assert.equal(controls.length, 3);
  for (const control of controls) assert.ok(await control.evaluate((element) => element.isConnected), "what may be in use was replaced");
  clean(page);
  await page.close();
});

test("a hint and what if are answered beside the battle", { timeout: 120_000 }, async () => {
  const page = await openMenu();
  await beginBattle(page, { you: "both" });
  await myTurn(page);
  await page.click("#hint");
  await page.waitForSelector(".hint .reason");
  assert.match(await page.textContent(".hint"), /warden would/);
  await page.click("text=What if >> nth=0");
  await page.click("text=What if commanders fight on from here?");
  await until(page, () => document.querySelectorAll(".what-if p").length === 4, null, { timeout: 60_000 });
  clean(page);
  await page.close();
});

test("a file that is no view log to its end is refused with its line", async () => {
  const refusals = [
    ['{"view_log":{"format":1}}\nhello', /line 2 of the view log should be `begin`/],
    ['{"view_log":{"format":1}}\n{"begin":{"side":null,"map":"","rules":""}}\n{"ordered":{"side":"red"}}', /holds no orders|cannot be opened/],
    ['{"view_log":{"format":7}}', /format 7, which is newer/],
  ];
  for (const [text, words] of refusals) {
    const page = await openMenu();
    await page.setInputFiles("input[type=file]", { name: "torn.log", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForSelector(".fault");
    assert.match(await page.textContent(".fault"), words);
    await page.click(".fault + button");
    await page.waitForSelector("#begin");
    clean(page);
    await page.close();
  }
});

test("a view log is watched with the eyes of its side", { skip: !process.env.HOTGATES_VIEW_LOG, timeout: 60_000 }, async () => {
  const page = await openMenu();
  await page.setInputFiles("input[type=file]", process.env.HOTGATES_VIEW_LOG);
  await page.waitForSelector("#eyes");
  assert.match(await page.textContent("#eyes"), /as Red saw it/);
  await page.waitForSelector("#moves");
  const isOver = () => /wins|draw/.test(document.querySelector("#moves").textContent);
  assert.equal(await page.evaluate(isOver), false, "it is shown from its beginning");
  assert.equal(await page.$("#end-turn"), null);
  await page.click("text=What if >> nth=0");
  await page.click("text=What if commanders fight on from here?");
  await until(page, () => /out of sight/.test(document.querySelector(".what-if").textContent), null, { timeout: 60_000 });
  await page.click("#replay-last");
  await until(page, isOver);
  await page.selectOption("select >> nth=0", "zh");
  await until(page, () => document.querySelector("#eyes").textContent.includes("红方所见"));
  await picture(page, "view-log");
  clean(page);
  await page.close();
});

for (const [width, height] of [[360, 740], [1280, 720], [1920, 1080]]) {
  for (const language of ["en", "zh"]) {
    test(`nothing is cut off and axe finds no fault: ${width} × ${height}, ${language}`, { timeout: 120_000 }, async () => {
      const page = await openMenu({ width, height, language });
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.ok(await fits(), "the menu is too wide");
      assert.deepEqual(await faultsOfAxe(page), []);
      await picture(page, `menu-${width}-${language}`);
      await beginBattle(page, { map: "0" });
      await myTurn(page);
      await page.click("#next-unit");
      await page.waitForSelector(".panel h2");
      await page.click("#threat");
      await page.waitForTimeout(300);
      assert.ok(await fits(), "the battle is too wide");
      assert.deepEqual(await faultsOfAxe(page), []);
      await picture(page, `battle-${width}-${language}`);
      clean(page);
      await page.close();
    });
  }
}

test("a finger plays: a tap shows, a second one does", { timeout: 60_000 }, async () => {
  const page = await openMenu({ width: 360, height: 740 });
  await beginBattle(page, { you: "both" });
  await myTurn(page);
  await page.click("#next-unit");
  await page.waitForSelector(".panel h2");
  const tap = (x, y) => page.evaluate(tapCanvas, [x, y]);
  await until(page, () => document.querySelector("canvas.board").dataset.selected !== undefined);
  const [x, y] = await page.evaluate(() => document.querySelector("canvas.board").dataset.selected.split(",").map(Number));
  let found = false;
  for (const [dx, dy] of [[0, -1], [0, 1], [0.75, -0.5], [-0.75, -0.5], [0.75, 0.5], [-0.75, 0.5]]) {
    const down = await page.evaluate(() => Number(document.querySelector("canvas.board").dataset.down));
    const there = [x + dx * down * 1.14, y + dy * down];
    await tap(...there);
    await page.waitForTimeout(300);
    if (!(await page.$("#carry-out"))) {
      // The tap has let go of the unit.
      await page.click("#next-unit");
      continue;
    }
    found = true;
    await tap(...there);
    await until(page, () => document.querySelectorAll(".log li").length === 1);
    break;
  }
  assert.ok(found, "a hex in reach");
  clean(page);
  await page.close();
});

test("the first press is answered", async () => {
  const page = await openMenu();
  const before = Date.now();
  await page.click("#begin");
  await page.waitForSelector("#moves");
  console.log(`a battle is shown ${Date.now() - before} ms after the press`);
  await page.close();
});

test("one file shows its battle, asks for nothing and logs no error", { skip: !process.env.HOTGATES_PAGE, timeout: 60_000 }, async () => {
  const page = await browser.open(pathToFileURL(process.env.HOTGATES_PAGE).href);
  await page.waitForSelector(".verified");
  assert.match(await page.textContent(".verified"), /verified: \d+ orders/);
  await page.click("#replay-last");
  await until(page, () => /wins|draw/.test(document.querySelector("#moves").textContent));
  assert.deepEqual(page.faults, []);
  assert.deepEqual(page.requests.filter((url) => url !== pathToFileURL(process.env.HOTGATES_PAGE).href), []);
  assert.deepEqual(await faultsOfAxe(page), []);
  await picture(page, "one-file");
  await page.close();
});
