// One person in the window, the other in a browser, at a table of a server: the link, arranging, words, a half-turn of each,
// giving up, and the proof on both sides.
//
//   HOTGATES_SERVER=PROGRAM HOTGATES_WINDOW=PROGRAM node --test tools/web/test/window.test.mjs
//
// The programs are `hotgates` with the feature `serve`, and with a window. Needs Xvfb, a Vulkan driver and xdotool.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { setTable, startBrowser, until } from "./browser.mjs";

const { HOTGATES_SERVER, HOTGATES_WINDOW } = process.env;
const PORT = 8471 + Math.floor(Math.random() * 20000);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), "hotgates-window-"));
const home = join(folder, "home");
const programs = [];
let browser;
let display;

/** Starts a program that ends with the tests. */
function start(program, args, options) {
  const started = spawn(program, args, options);
  programs.push(started);
  return started;
}

before(async () => {
  const served = ["serve", "--listen", `127.0.0.1:${PORT}`, "--data", folder];
  const server = start(HOTGATES_SERVER, served, { stdio: ["ignore", "pipe", "inherit"] });
  await once(server.stdout, "data");
  const screen = ["-displayfd", "3", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"];
  const xvfb = start("Xvfb", screen, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  display = `:${String((await once(xvfb.stdio[3], "data"))[0]).trim()}`;
  browser = await startBrowser();
});

after(async () => {
  await browser.stop();
  for (const program of programs) program.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A person at the window: presses keys, and reads its log. */
class WindowGuest {
  async open() {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "settings.ron"), "(language: English, warn_before_end: false)");
    const env = { ...process.env, DISPLAY: display, HOTGATES_HOME: home, RUST_LOG: "error,hotgates=info", NO_COLOR: "1" };
    delete env.WAYLAND_DISPLAY;
    const log = join(folder, "window.log");
    this.log = () => readFileSync(log, "utf8");
    writeFileSync(log, "");
    const program = start("sh", ["-c", `exec "$0" >>"$1" 2>&1`, HOTGATES_WINDOW, log], { env, stdio: "ignore" });
    this.ended = once(program, "exit");
    await this.see("screen: Menu");
    this.act("search", "--sync", "--onlyvisible", "--name", "Hotgates", "windowfocus");
  }

  act(...args) {
    execFileSync("xdotool", args, { env: { ...process.env, DISPLAY: display } });
  }

  async press(...keys) {
    for (const key of keys) {
      this.act("key", key);
      await sleep(700);
    }
  }

  /** Waits until the log has these words. */
  async see(words) {
    for (let tries = 0; !this.log().includes(words); tries++) {
      if (tries > 300) throw new Error(`no "${words}" in ${this.log()}`);
      await sleep(200);
    }
  }
}

test("a battle between a browser and the window", { timeout: 300_000 }, async () => {
  const { page, link } = await setTable(browser, ADDRESS);
  const red = new WindowGuest();
  await red.open();
  await red.press("j");
  await red.see("screen: Join");
  red.act("type", "--delay", "20", link);
  await red.press("Return");
  await red.see("at a server");
  await page.waitForSelector("#begin-fighting");
  await red.press("b");
  await page.click("#begin-fighting");
  await sleep(2000);
  // A commander plays Red's half-turn in the window, order by order over the line.
  await red.press("j");
  await red.see("Red: end turn");
  await page.waitForSelector("#end-turn");
  await page.fill("#chat-words", "from a browser");
  await page.click("#chat-send");
  await page.click("#end-turn");
  await red.see("Blue: end turn");
  await page.click("#resign");
  await page.click("#resign");
  await red.see("over: Red wins");
  await until(page, () => document.getElementById("table-proof").textContent !== "");
  const proof = await page.locator("#table-proof").textContent();
  const replays = readdirSync(join(home, "replays"));
  assert.equal(replays.length, 1, "the window has kept the proved replay");
  const verified = execFileSync(HOTGATES_SERVER, ["replay", join(home, "replays", replays[0]), "--verify"], { encoding: "utf8" });
  const hash = /[0-9a-f]{16}/.exec(verified)[0];
  assert.ok(proof.includes(hash), `${proof} / ${verified}`);
});
