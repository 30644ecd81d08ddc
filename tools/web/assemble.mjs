// Joins the client's modules, its style and the texts of the window into web/build, around the engine that lies there.
//
// Module scripts do not load from a disk, so that all modules become one classic script: imports and exports are taken
// out, and a name that two modules define is an error.

import { readFileSync, writeFileSync, cpSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const web = join(root, "web");
const out = join(web, "build");
const require = createRequire(join(web, "package.json"));
const { parse } = require("@fluent/syntax");
const { transformSync } = require("esbuild");

/** Modules in the order in which they need each other. */
const MODULES = ["texts", "dom", "engine", "saves", "shelf", "controls", "board", "panels", "battle", "watched", "link", "seat", "lobby", "table", "menu", "main"];
/** Files of crates that say things by keys of texts. */
const PHRASES = [
  ...["battle_goals", "goals", "keys", "log", "names", "phrase", "reasons"].map((name) => `phrases/src/${name}`),
  ...["campaign", "engine", "seats"].map((name) => `phrases/src/explain/${name}`),
  "web/src/fault",
];
/** Most bytes of the client, without the engine. */
const MOST_BYTES = 150_000;

function read(file) {
  return readFileSync(join(root, file), "utf8");
}

function moduleBody(name, defined) {
  const source = read(`web/src/${name}.js`);
  for (const [, found] of source.matchAll(/^(?:export )?(?:async )?(?:function|class|const|let) ([A-Za-z_$][\w$]*)/gm)) {
    if (defined.has(found)) throw new Error(`${found} is defined in ${defined.get(found)}.js and in ${name}.js`);
    defined.set(found, name);
  }
  for (const [, imported] of source.matchAll(/^import .* from "\.\/(\w+)\.js";$/gm)) {
    const [here, there] = [MODULES.indexOf(name), MODULES.indexOf(imported)];
    if (there < 0 || there >= here) throw new Error(`${name}.js imports ${imported}.js, which comes later`);
  }
  return source
    .replace(/^import .*;\n/gm, "")
    .replace(/^export (?=async |function |class |const |let )/gm, "")
    .replace(/^export \{\};\n/gm, "");
}

/** Makes a file shorter, with the same meaning. */
function minify(text, loader) {
  return transformSync(text, { loader, minify: true, charset: "utf8", target: "es2022" }).code;
}

/** Turns a pattern of Fluent into parts: words, a value to put in, or a choice by a value. */
function compilePattern(pattern, id) {
  const parts = pattern.elements.map((element) => {
    if (element.type === "TextElement") return element.value;
    const { expression } = element;
    if (expression.type === "StringLiteral") return expression.parse().value;
    if (expression.type === "VariableReference") return [expression.id.name];
    if (expression.type === "SelectExpression" && expression.selector.type === "VariableReference") {
      const cases = {};
      let usual = "";
      for (const variant of expression.variants) {
        const key = variant.key.type === "Identifier" ? variant.key.name : variant.key.value;
        cases[key] = compilePattern(variant.value, id);
        if (variant.default) usual = key;
      }
      return [expression.selector.id.name, cases, usual];
    }
    throw new Error(`${id}: ${expression.type} is not understood`);
  });
  return parts.every((part) => typeof part === "string") ? parts.join("") : parts;
}

function compileTexts(language, wanted) {
  const texts = {};
  for (const file of [`crates/ui/assets/locales/${language}.ftl`, `web/locales/${language}.ftl`]) {
    for (const entry of parse(read(file), {}).body) {
      if (entry.type === "Junk") throw new Error(`${file}: ${entry.content.slice(0, 80)}`);
      if (entry.type === "Message" && entry.value && wanted(entry.id.name)) {
        texts[entry.id.name] = compilePattern(entry.value, entry.id.name);
      }
    }
  }
  return texts;
}

const sources = [...MODULES.map((name) => read(`web/src/${name}.js`)), ...PHRASES.map((name) => read(`crates/${name}.rs`))].join("\n");
const named = new Set([...sources.matchAll(/["`]([a-z]+(?:-[a-z0-9]+)+|[a-z]+)["`]/g)].map(([, key]) => key));
/** Starts of keys to which a name is added when the page runs. */
const OPEN = ["unit-", "terrain-", "rank-", "rules-", "verdict-", "palette-", "compass-", "side-", "goal-", "web-", "table-"];
const wanted = (key) => named.has(key) || OPEN.some((start) => key.startsWith(start));

const texts = { en: compileTexts("en", wanted), zh: compileTexts("zh", wanted) };
for (const key of Object.keys(texts.en)) if (!(key in texts.zh)) throw new Error(`${key} is missing in Chinese`);
for (const key of named) {
  if (/^(log|reason|goals?|odds|web|plan|role|part|work)-/.test(key) && !(key in texts.en)) throw new Error(`there is no text ${key}`);
}

const worker = minify(`"use strict";\n${moduleBody("worker", new Map())}`, "js");
const defined = new Map();
const body = MODULES.map((name) => moduleBody(name, defined)).join("");
// Keys stand once for both languages.
const keys = Object.keys(texts.en);
const columns = Object.fromEntries(Object.keys(texts).map((language) => [language, keys.map((key) => texts[language][key])]));
const built = JSON.stringify({ keys: keys.join(" "), texts: columns, worker }).replace(/</g, "\\u003c");
const marker = '/* built */ { keys: "", texts: {}, worker: "" }';
if (!body.includes(marker)) throw new Error("main.js has no place for what is built");
const script = minify(`"use strict";\n(() => {\n${body.replace(marker, () => built)}})();\n`, "js");
if (script.includes("</script")) throw new Error("the script would end a page");

writeFileSync(join(out, "hotgates.js"), script);
writeFileSync(join(out, "hotgates.css"), minify(read("web/hotgates.css"), "css"));
cpSync(join(web, "index.html"), join(out, "index.html"));

const parts = ["index.html", "hotgates.css", "hotgates.js"].map((name) => readFileSync(join(out, name)));
const bytes = parts.reduce((sum, part) => sum + part.length, 0);
const packed = parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
console.log(`client: ${bytes} bytes, ${packed} gzipped`);
if (bytes > MOST_BYTES) throw new Error(`the client has more than ${MOST_BYTES} bytes`);
