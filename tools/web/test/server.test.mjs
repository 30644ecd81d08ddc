// Two people and a watcher at a table of a server, each in a browser of their own: seats, orders, words, a reload, a broken
// line, a server that starts again, and the proof of the dice.
//
//   HOTGATES_SERVER=PROGRAM node --test tools/web/test/server.test.mjs
//
// PROGRAM is `hotgates` with the feature `serve`. HOTGATES_PICTURES names a folder for pictures to look at.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { AXE, picture, startBrowser, until } from "./browser.mjs";

const PROGRAM = process.env.HOTGATES_SERVER;
const PORT = 8471 + Math.floor(Math.random() * 20000);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), "hotgates-server-"));
let server;
/** One browser for each person: they share no cookies. */
let browsers = [];

/** Options of the server beside the usual ones. */
async function startServer(...more) {
  const list = join(folder, "bots.txt");
  writeFileSync(list, `# Programs of this server.\nsteady ${resolve(PROGRAM)} bot hunter\n`);
  const options = ["serve", "--listen", `127.0.0.1:${PORT}`, "--data", folder, "--bots", list, "--weak-cells", "--ratings", "--webhooks", "local", ...more];
  server = spawn(PROGRAM, options, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((begun, reject) => {
    server.stdout.once("data", begun);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function endServer(signal) {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await ended;
}

before(async () => {
  await startServer();
  browsers = [await startBrowser(), await startBrowser(), await startBrowser()];
});

afterEach(async () => {
  for (const { context } of browsers) for (const page of context.pages()) await page.close();
});

after(async () => {
  for (const browser of browsers) await browser.stop();
  await endServer("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Begins the battle with the units as they stand: once each seat has said so. */
async function leaveUnits(...pages) {
  for (const page of pages) await page.waitForSelector("#begin-fighting");
  for (const page of pages) await page.click("#begin-fighting");
  for (const page of pages) await until(page, () => !document.getElementById("begin-fighting"));
}

/**
 * Has the first person set a table on a map, and the second sit down by the link. Returns the pages of Blue, Red and a watcher:
 * while units are arranged, or once the battle has begun.
 */
async function sitDown({ map = "1", language = "en", width = 1280, height = 720, arrange = false } = {}) {
  const size = { width, height, language };
  const blue = await browsers[0].open(ADDRESS, size);
  await blue.waitForSelector("#make-table");
  await blue.locator("section[aria-labelledby=menu-table] select").first().selectOption(map);
  await picture(blue, `server-menu-${language}-${width}`);
  await blue.click("#make-table");
  await blue.waitForSelector("#waiting-room");
  const link = await blue.locator("#waiting-room input").first().inputValue();
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/b\/[0-9a-f]{16}#[0-9a-f]{32}$/);
  await picture(blue, `server-waiting-${language}-${width}`);
  const red = await browsers[1].open(link, size);
  await red.waitForSelector("#sit-down");
  await picture(red, `server-door-${language}-${width}`);
  await red.click("#sit-down");
  // The address keeps no secret, once the server has given the seat.
  await until(red, () => location.hash === "");
  const watcher = await browsers[2].open(link.split("#")[0], size);
  if (arrange) return { blue, red, watcher, link };
  await leaveUnits(blue, red);
  for (const page of [blue, red, watcher]) await until(page, () => /moves|行动|轮到/.test(document.getElementById("moves")?.textContent ?? ""));
  return { blue, red, watcher, link };
}

const status = (page) => page.locator("#moves").textContent();
const lines = (page) => page.locator("ol.log[aria-label=Log] li").count();

/** Ends the half-turn of whoever is to move, as soon as one of the pages has heard who that is. */
async function endTurn(pages) {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) {
    for (const page of pages) {
      if (await page.locator("#end-turn").count()) {
        const before = await status(page);
        await page.click("#end-turn");
        await until(page, (before) => document.getElementById("moves").textContent !== before, before);
        return page;
      }
    }
  }
  throw new Error("nobody is to move");
}

/** Waits until all pages say the same of whose turn it is: whichever of them hears of a change last. */
async function agree(pages) {
  let said = [];
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) {
    said = await Promise.all(pages.map(status));
    if (said.every((words) => words === said[0])) return;
  }
  throw new Error(`the pages say ${said.join(", ")}`);
}

test("a battle of two people with a watcher, a reload, a broken line and a server that starts again", async () => {
  const { blue, red, watcher } = await sitDown();
  const all = [blue, red, watcher];
  await endTurn([blue, red]);
  await agree(all);
  // Who watches has nothing to order.
  assert.equal(await watcher.locator("#end-turn").count(), 0);

  await red.reload();
  await red.waitForSelector("#moves");
  await endTurn([blue, red]);
  await agree(all);

  await browsers[0].context.setOffline(true);
  await browsers[0].context.setOffline(false);
  await endTurn([blue, red]);
  await agree(all);

  await endServer("SIGKILL");
  await until(blue, () => document.getElementById("table-notice").textContent.includes("broken"));
  await startServer();
  await until(blue, () => document.getElementById("table-notice").textContent === "");
  await until(red, () => document.getElementById("table-notice").textContent === "");
  await endTurn([blue, red]);
  await agree([blue, red]);

  await red.fill("#chat-words", "good luck <b>");
  await red.click("#chat-send");
  await until(blue, () => document.getElementById("chat").textContent.includes("good luck <b>"));
  await picture(blue, "server-battle");
  const [kept] = await Promise.all([blue.waitForEvent("download"), blue.click("#keep-seen")]);
  // The program reads what the page has written.
  const told = spawnSync(PROGRAM, ["replay", await kept.path()], { encoding: "utf8" });
  assert.match(told.stdout, /Blue/, told.stderr);

  await blue.click("#draw-offer");
  await red.waitForSelector("#draw-agree");
  await red.click("#draw-agree");
  for (const page of [blue, red]) {
    await until(page, () => document.getElementById("table-proof").textContent !== "");
    assert.match(await page.locator("#table-proof").textContent(), /^Verified: \d+ orders/);
    assert.match(await status(page), /both sides agreed/);
  }
  await picture(blue, "server-proved");
  // Once more with the sides exchanged, in the same browsers.
  await blue.click("#rematch");
  await red.waitForSelector("text=would like to play again");
  await red.click("#rematch");
  for (const page of [blue, red]) await page.click("#rematch-go");
  await leaveUnits(blue, red);
  await agree([blue, red]);
  const mover = await endTurn([blue, red]);
  assert.equal(mover === blue, /Blue/.test(await status(blue)), "who had Blue has Red now, and moves first");
  await picture(blue, "server-rematch");
  const faults = [blue, red].flatMap((page) => page.faults).filter((fault) => !/WebSocket|ERR_|net::/.test(fault));
  assert.deepEqual(faults, []);
});

/** Returns the value of the first map whose name in the list holds some words. */
const mapNamed = (page, words) => page.locator("section[aria-labelledby=menu-table] select").first().locator("option", { hasText: words }).first().getAttribute("value");

test("what was chosen before the list of battles came stays chosen", async () => {
  const page = await browsers[0].open(ADDRESS);
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/lobby", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.waitForSelector("#make-table");
  const form = page.locator("section[aria-labelledby=menu-table] select");
  await form.nth(4).selectOption("open");
  assert.equal(await form.nth(2).locator("option[value^='bot:']").count(), 0, "the list has not come");
  release();
  await page.waitForSelector("section[aria-labelledby=table-running]");
  assert.equal(await form.nth(4).inputValue(), "open");
  assert.ok((await form.nth(2).locator("option[value^='bot:']").count()) > 0, "programs are offered once they are known");
});

test("whoever comes first has a free seat, and whoever watches a battle with fog sees what both sides see", async () => {
  const blue = await browsers[0].open(ADDRESS);
  await blue.waitForSelector("#make-table");
  const form = blue.locator("section[aria-labelledby=menu-table] select");
  await form.first().selectOption(await mapNamed(blue, "hoplite"));
  await form.nth(4).selectOption("open");
  await blue.click("#make-table");
  await blue.waitForSelector("#waiting-room");
  assert.equal(await blue.locator("#waiting-room input[readonly]").count(), 1, "there is only the link to watch by");
  const red = await browsers[1].open(ADDRESS);
  await red.waitForSelector("section[aria-labelledby=table-open] button");
  await picture(red, "server-lobby");
  await red.click("section[aria-labelledby=table-open] button");
  await leaveUnits(blue, red);
  const watcher = await browsers[2].open(ADDRESS, { language: "zh" });
  await watcher.waitForSelector("section[aria-labelledby=table-running] button");
  await picture(watcher, "server-lobby-zh");
  await watcher.click("section[aria-labelledby=table-running] button");
  await watcher.waitForSelector("#moves");
  assert.match(await watcher.locator(".table-tools").textContent(), /双方都看到/);
  const before = await status(watcher);
  await endTurn([blue, red]);
  await until(watcher, (before) => document.getElementById("moves").textContent !== before, before);
  await picture(watcher, "server-fog-watched");
  await picture(blue, "server-fog-blue");
  const faults = [blue, red, watcher].flatMap((page) => page.faults);
  assert.deepEqual(faults, []);
});

/** The hex of the selected unit. */
const selectedHex = async (page) => (await page.textContent(".panel:not(.odds) p"))?.split(" ")[0];

/** Selects the next unit and puts it on a free hex of its zone; returns that hex. */
async function placeUnit(page) {
  await page.click("#next-unit");
  await page.waitForSelector(".panel h2");
  const box = await page.locator("canvas.board").boundingBox();
  const [{ x, y, hex }] = await page.evaluate(() => JSON.parse(document.querySelector("canvas.board").dataset.free));
  await page.mouse.click(box.x + x, box.y + y);
  await until(page, () => !document.querySelector(".panel h2") && document.getElementById("undo"));
  await page.mouse.click(box.x + x, box.y + y);
  await page.waitForSelector(".panel h2");
  assert.equal(await selectedHex(page), hex);
  await page.keyboard.press("Escape");
  return { hex, x: box.x + x, y: box.y + y };
}

test("both arrange their units, unseen by each other, and the battle begins with all of them", async () => {
  const { blue, red, watcher } = await sitDown({ map: "0", arrange: true });
  for (const page of [blue, red]) await page.waitForSelector("#begin-fighting");
  assert.match(await watcher.locator("#waiting-room").textContent(), /arrange their units, unseen/);
  const unmoved = await red.locator("canvas.board").screenshot();
  const place = await placeUnit(blue);
  await picture(blue, "server-arranging");

  // What was placed last is taken back, and placed anew by keys.
  await blue.focus("canvas.board");
  await blue.keyboard.press("u");
  await until(blue, () => !document.getElementById("undo"));
  await blue.mouse.click(place.x, place.y);
  assert.equal(await blue.$(".panel h2"), null, "nobody stands there any more");
  const again = await placeUnit(blue);
  assert.ok(Buffer.compare(await red.locator("canvas.board").screenshot(), unmoved) === 0, "Red sees nothing of it");

  // It is there after a reload, and after the server was killed.
  await blue.reload();
  await blue.waitForSelector("#undo");
  await endServer("SIGKILL");
  await until(red, () => document.getElementById("table-notice").textContent.includes("broken"));
  await startServer();
  for (const page of [blue, red]) await until(page, () => document.getElementById("table-notice").textContent === "");
  await blue.waitForSelector("#undo");
  await blue.click("#begin-fighting");
  await until(blue, () => document.getElementById("moves").textContent.includes("The enemy arranges"));
  assert.equal(await blue.$("#end-turn"), null, "Red has still to arrange its units");
  await picture(blue, "server-arranged");
  await red.focus("canvas.board");
  await red.keyboard.press("e");
  for (const page of [blue, red, watcher]) await until(page, () => /moves/.test(document.getElementById("moves")?.textContent ?? ""));
  for (const page of [blue, red]) {
    await page.mouse.click(again.x, again.y);
    await page.waitForSelector(".panel h2");
    assert.equal(await selectedHex(page), again.hex, "both see the unit there");
  }
  await endTurn([blue, red]);
  await blue.click("#resign");
  await blue.click("#resign");
  for (const page of [blue, red, watcher]) await until(page, () => /^Verified/.test(document.getElementById("table-proof")?.textContent ?? ""));
});

test("whoever holds a seat gets a new link, a feed and a webhook", async () => {
  const { blue, red, link } = await sitDown({ arrange: true });
  await red.waitForSelector("#begin-fighting");
  await red.click("#seat-tools");
  await red.click("#feed");
  const feed = await red.locator("#seat-told input").inputValue();
  const entries = async (address) => ((await (await fetch(address)).text()).match(/<entry>/g) ?? []).length;
  assert.equal(await entries(feed), 1, "units may be arranged");
  await red.fill("#webhook", "ftp://example.org/");
  await red.click("#webhook-set");
  await until(red, () => document.getElementById("seat-told").textContent.includes("https"));
  await red.fill("#webhook", "https://127.0.0.1:9/hook");
  await red.click("#webhook-set");
  await red.waitForSelector("#seat-told input");
  assert.match(await red.locator("#seat-told input").inputValue(), /^[0-9a-f]{32}$/);
  await picture(red, "server-seat");
  await red.click("#webhook-remove");
  await until(red, () => document.getElementById("seat-told").textContent.startsWith("Nothing"));
  await red.focus("#renew");
  await red.keyboard.press("Enter");
  await red.waitForSelector("#seat-told input");
  const renewed = await red.locator("#seat-told input").inputValue();
  assert.match(renewed, /^http:\/\/127\.0\.0\.1:\d+\/b\/[0-9a-f]{16}#[0-9a-f]{32}$/);
  assert.notEqual(renewed, link);
  // The seat goes on in this browser, the old link opens nothing, the new one does.
  await until(red, () => document.getElementById("table-notice").textContent === "");
  await leaveUnits(blue, red);
  await endTurn([blue, red]);
  const stranger = await browsers[2].open(link);
  await stranger.click("#sit-down");
  await until(stranger, () => document.querySelector("[role=alert]").textContent !== "");
  await stranger.close();
  const friend = await browsers[2].open(renewed);
  await friend.click("#sit-down");
  await friend.waitForSelector("#moves");
  assert.equal((await fetch(feed)).status, 403, "the old link's feed is gone");
  await browsers[2].context.clearCookies();
});

test("players take names, their battles count, and the lobby shows the ratings", async () => {
  for (const [index, name] of ["ann", "ben"].entries()) {
    const page = await browsers[index].open(ADDRESS);
    await page.waitForSelector("#player-name");
    await page.fill("#player-name", "Not A Name!");
    await page.click("#take-name");
    await until(page, () => document.querySelector("#player [role=alert]").textContent.includes("small letters"));
    await page.fill("#player-name", name);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await until(page, (name) => document.getElementById("player").textContent.includes(`You are ${name}`), name);
    await page.close();
  }
  const { blue, red } = await sitDown();
  await red.click("#resign");
  await red.click("#resign");
  await until(blue, () => /^Verified/.test(document.getElementById("table-proof").textContent));
  for (const [language, width] of [["en", 1280], ["zh", 360]]) {
    const lobby = await browsers[0].open(ADDRESS, { language, width, height: 740 });
    const rows = lobby.locator("section[aria-labelledby=table-ratings] tbody tr");
    await rows.nth(1).waitFor();
    assert.match(await rows.nth(0).textContent(), /^ann/);
    assert.match(await rows.nth(1).textContent(), /^ben/);
    await lobby.locator("#player").scrollIntoViewIfNeeded();
    await picture(lobby, `server-ratings-${language}-${width}`);
    await lobby.evaluate(AXE);
    const found = await lobby.evaluate(() => globalThis.axe.run(document));
    assert.deepEqual(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
    assert.ok(await lobby.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
    await lobby.click("#counts");
    assert.equal(await lobby.getAttribute("#counts", "aria-pressed"), language === "en" ? "false" : "true");
    await lobby.close();
  }
  // A name is brought to another browser by its secret, and forgotten.
  const there = await browsers[0].open(ADDRESS);
  const secret = await there.locator("#player input").inputValue();
  await there.click("#forget");
  const here = await browsers[2].open(ADDRESS);
  await here.waitForSelector("#player-name");
  await here.fill("#player-name", "ann");
  await here.fill("#player-secret", secret);
  await here.click("#take-name");
  await until(here, () => document.getElementById("player").textContent.includes("You are ann"));
  await here.click("#forget");
  await here.waitForSelector("#player-name");
});

test("moves are shown when they can no longer be taken back", async () => {
  const { blue, red } = await sitDown();
  const [mover, other] = (await blue.locator("#end-turn").count()) ? [blue, red] : [red, blue];
  const before = await lines(other);
  await mover.click("#hint");
  await mover.locator(".hint button").click();
  await until(mover, () => document.getElementById("undo")?.disabled === false);
  assert.equal(await lines(other), before, "nobody else is told yet");
  await mover.click("#undo");
  await until(mover, () => document.getElementById("undo").disabled);
  assert.equal(await lines(other), before);
});

test("a person fights a computer, gives up, and a stranger's link opens nothing", async () => {
  const page = await browsers[0].open(ADDRESS);
  await page.waitForSelector("#make-table");
  await page.locator("section[aria-labelledby=menu-table] select").nth(2).selectOption("hunter");
  await page.click("#make-table");
  await leaveUnits(page);
  await page.waitForSelector("#end-turn", { timeout: 60_000 });
  await page.click("#resign");
  await page.click("#resign");
  await until(page, () => /Verified/.test(document.getElementById("table-proof").textContent));
  const address = page.url();
  const stranger = await browsers[1].open(`${address}#${"0".repeat(32)}`);
  await stranger.click("#sit-down");
  await until(stranger, () => document.querySelector("[role=alert]").textContent !== "");
});

test("a person fights a program of the operator's list", async () => {
  const page = await browsers[0].open(ADDRESS);
  await page.waitForSelector("option[value='bot:steady']", { state: "attached" });
  const form = page.locator("section[aria-labelledby=menu-table] select");
  await form.nth(2).selectOption("bot:steady");
  await page.click("#make-table");
  await leaveUnits(page);
  for (let turn = 0; turn < 2; turn += 1) {
    await page.waitForSelector("#end-turn", { timeout: 60_000 });
    await endTurn([page]);
  }
  await page.waitForSelector("#end-turn", { timeout: 60_000 });
  assert.ok(await page.locator("ol.log[aria-label=Log] li.red").count(), "the program has given orders");
  assert.deepEqual(page.faults, []);
});

test("axe finds no fault, in both languages and three sizes", async () => {
  for (const [language, width, height] of [["en", 360, 740], ["zh", 1280, 720], ["zh", 360, 740], ["en", 1920, 1080]]) {
    const { blue, red } = await sitDown({ language, width, height, arrange: true });
    for (const page of [blue, red]) await page.waitForSelector("#begin-fighting");
    await picture(blue, `server-board-${language}-${width}`);
    await red.click("#seat-tools");
    await red.click("#feed");
    await red.waitForSelector("#seat-told input");
    await red.locator("#seat-told").scrollIntoViewIfNeeded();
    await picture(red, `server-seat-${language}-${width}`);
    for (const page of [blue, red]) {
      await page.evaluate(AXE);
      const found = await page.evaluate(() => globalThis.axe.run(document));
      assert.deepEqual(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), [], `${language} ${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${language} ${width}: too wide`);
    }
    for (const page of [blue, red]) await page.close();
  }
});
