// The report of a tournament in a browser: it is read like any page, and each button opens its game.
//
//   HOTGATES_REPORT=FOLDER node --test tools/web/test/report.test.mjs
//
// FOLDER is that of a tournament whose report a program with the feature `web` has written; one of its commanders is a
// program that loses by a fault.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { picture, startBrowser } from "./browser.mjs";

const folder = process.env.HOTGATES_REPORT;
const FAULTS = ["crashed", "timeout", "unparsable", "illegal"];

let browser;

before(async () => {
  browser = await startBrowser();
});

after(() => browser?.stop());

/** The cells of each row that has a button. */
async function readRows(page) {
  return page.$$eval("button[data-battle]", (buttons) =>
    buttons.map((button) => [...button.closest("tr").cells].map((cell) => cell.textContent)));
}

test("a report shows its games", { skip: folder ? false : "HOTGATES_REPORT names no folder" }, async () => {
  const file = join(folder, "report.html");
  assert.ok(readFileSync(file).length <= 15_000_000);
  const games = readFileSync(join(folder, "games.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const page = await browser.open(pathToFileURL(file).href);
  assert.equal(await page.textContent("h1"), "Tournament");
  assert.equal(await page.$("#main"), null, "nothing stands above the report before a game is opened");
  await picture(page, "report");
  const rows = await readRows(page);
  const lost = games.filter((game) => FAULTS.includes(game.how));
  assert.ok(lost.length > 0 && rows.length > lost.length, `${rows.length} games can be opened`);
  rows.forEach((row, number) => assert.equal(FAULTS.includes(row[4]), number < lost.length, "faults come first"));
  for (const number of [rows.length - 1, 0, lost.length]) {
    const [red, blue, , , how, turns] = rows[number];
    await page.click(`button[data-battle="${number}"]`);
    const verified = await page.waitForSelector("#main .verified");
    const hash = /hash ([0-9a-f]{16})/.exec(await verified.textContent())?.[1];
    const same = games.filter((game) => game.red === red && game.blue === blue && game.how === how && game.turns === Number(turns));
    assert.ok(same.some((game) => game.hash === hash), `game ${number}: ${hash}`);
    await picture(page, `report-${number}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing runs over the side");
    // The next button opens another game in its place.
    await page.evaluate(() => document.querySelector("#main")?.replaceChildren());
  }
  assert.deepEqual(page.faults, []);
  assert.deepEqual(page.requests.filter((address) => !address.endsWith("report.html")), []);
});
