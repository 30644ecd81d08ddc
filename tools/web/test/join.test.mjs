// One person in a browser, the other in a terminal, at a table of a server: orders, words, and the proof of the dice on both sides.
//
//   HOTGATES_SERVER=PROGRAM node --test tools/web/test/join.test.mjs
//
// PROGRAM is `hotgates` with the feature `serve`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { setTable, startBrowser, until } from "./browser.mjs";

const PROGRAM = process.env.HOTGATES_SERVER;
const PORT = 8471 + Math.floor(Math.random() * 20000);
const ADDRESS = `http://127.0.0.1:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), "hotgates-join-"));
let server;
let browser;

before(async () => {
  server = spawn(PROGRAM, ["serve", "--listen", `127.0.0.1:${PORT}`, "--data", folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(server.stdout, "data");
  browser = await startBrowser();
});

after(async () => {
  await browser.stop();
  server.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A person in a terminal. */
class TerminalGuest {
  constructor(link) {
    const env = { ...process.env, HOTGATES_HOME: join(folder, "home") };
    this.program = spawn(PROGRAM, ["join", link], { stdio: ["pipe", "pipe", "inherit"], env });
    this.ended = once(this.program, "exit");
    this.lines = createInterface({ input: this.program.stdout })[Symbol.asyncIterator]();
  }

  type(line) {
    this.program.stdin.write(`${line}\n`);
  }

  /** Waits for a line with these words. */
  async hear(words) {
    const heard = [];
    for (let next = await this.lines.next(); !next.done; next = await this.lines.next()) {
      heard.push(next.value);
      if (next.value.includes(words)) return next.value;
    }
    throw new Error(`no "${words}" in ${heard.join("\n")}`);
  }
}

test("a battle between a browser and a terminal", { timeout: 120_000 }, async () => {
  const { page, link } = await setTable(browser, ADDRESS);
  const red = new TerminalGuest(link);
  await red.hear("you are Red");
  await page.waitForSelector("#begin-fighting");
  await red.hear("You may arrange your units");
  red.type("place 0@99,99");
  await red.hear("your units cannot begin on hex 99,99");
  red.type("begin");
  await page.click("#begin-fighting");
  await red.hear("It is your half of the turn.");
  red.type("say hello from a terminal");
  await until(page, () => document.getElementById("chat").textContent.includes("hello from a terminal"));
  await page.fill("#chat-words", "and from a browser");
  await page.click("#chat-send");
  await red.hear("Blue says: and from a browser");
  red.type("hint");
  await red.hear("> hint");
  red.type("end");
  await page.waitForSelector("#end-turn");
  await page.click("#end-turn");
  await red.hear("It is your half of the turn.");
  red.type("resign");
  const proved = await red.hear("Proved: ");
  const [orders, hash] = [/(\d+) orders/.exec(proved)[1], /hash ([0-9a-f]{16})/.exec(proved)[1]];
  assert.equal((await red.ended)[0], 0);
  await until(page, () => document.getElementById("table-proof").textContent !== "");
  const proof = await page.locator("#table-proof").textContent();
  assert.ok(proof.includes(hash) && proof.includes(orders), `${proof} / ${proved}`);
});
