// A Chromium that this machine has, and a server of web/build: what every test in a browser starts with.

import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const web = createRequire(join(ROOT, "web/package.json"));
const { chromium } = web("playwright-core");
export const AXE = readFileSync(web.resolve("axe-core/axe.min.js"), "utf8");

const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Serves web/build; `stop` ends it. */
export async function serve(folder = join(ROOT, "web/build")) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    try {
      if (name.includes("..")) throw new Error("outside");
      const body = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[name.split(".").pop()] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/**
 * Starts the browser with a profile of its own. `open` makes a page that keeps what went wrong in `page.faults` and
 * what was asked for in `page.requests`.
 */
export async function startBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "hotgates-chromium-"));
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: ARGUMENTS });
  const open = async (address, { width = 1280, height = 720, language = "en", storage = {} } = {}) => {
    const page = await context.newPage();
    page.faults = [];
    page.requests = [];
    page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
    page.on("pageerror", (why) => page.faults.push(String(why)));
    page.on("request", (request) => /^(blob|data):/.test(request.url()) || page.requests.push(request.url()));
    await page.setViewportSize({ width, height });
    await page.addInitScript(([language, storage]) => {
      try {
        localStorage.setItem("hotgates.language", language);
        for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
      } catch { /* a page of a disk may have none */ }
    }, [language, storage]);
    await page.goto(address);
    return page;
  };
  const stop = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, open, stop };
}

/** Takes a picture if HOTGATES_PICTURES names a folder for them. */
export async function picture(page, name) {
  const folder = process.env.HOTGATES_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Waits until a function of the page is true; the page's policy lets nothing be evaluated there by itself. */
export async function until(page, holds, argument = null, { timeout = 60_000 } = {}) {
  const last = Date.now() + timeout;
  // A page that is just being loaded again has nothing to say.
  while (!(await page.evaluate(holds, argument).catch(() => false))) {
    if (Date.now() > last) throw new Error(`${holds} does not come true; the page says: ${await page.textContent("#main")}`);
    await page.waitForTimeout(50);
  }
}

/** Opens a server's page, sets a table there, and returns the page with the link of the other seat. */
export async function setTable(browser, address) {
  const page = await browser.open(address, { width: 1280, height: 720, language: "en" });
  await page.waitForSelector("#make-table");
  await page.locator("section[aria-labelledby=menu-table] select").first().selectOption("1");
  await page.click("#make-table");
  await page.waitForSelector("#waiting-room");
  return { page, link: await page.locator("#waiting-room input").first().inputValue() };
}
