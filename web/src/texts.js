// Words in the reader's language. The texts are those of the window and some of the page's own, made from Fluent files
// when the page is built.

/** @import { Said } from "./types.js" */

/**
 * A text: words, or parts of which some are put in, or chosen among cases by a value with the usual one for others.
 * @typedef {string | PatternPart[]} Pattern
 * @typedef {string | [name: string, cases?: { [value: string]: Pattern }, usual?: string]} PatternPart
 */

/** @type {Record<string, Record<string, Pattern>>} */
const allTexts = {};
let language = "en";

/**
 * @param {string[]} keys
 * @param {Record<string, Pattern[]>} texts The texts of each language, in the order of the keys.
 */
export function setTexts(keys, texts) {
  for (const [code, patterns] of Object.entries(texts)) {
    allTexts[code] = Object.fromEntries(keys.map((key, index) => [key, patterns[index] ?? key]));
  }
}

/** @param {string} code */
export function setLanguage(code) {
  language = code in allTexts ? code : "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

/** @returns {string} */
export function currentLanguage() {
  return language;
}

/**
 * Returns a text with its values put in; the key itself where there is no such text.
 * @param {string} key
 * @param {Record<string, Said>} [values]
 * @returns {string}
 */
export function say(key, values = {}) {
  const pattern = allTexts[language]?.[key] ?? allTexts.en?.[key];
  return pattern === undefined ? key : formatPattern(pattern, values);
}

/**
 * @param {Pattern} pattern
 * @param {Record<string, Said>} values
 * @returns {string}
 */
function formatPattern(pattern, values) {
  if (typeof pattern === "string") return pattern;
  return pattern
    .map((part) => {
      if (typeof part === "string") return part;
      const [name, cases, usual] = part;
      const value = values[name] ?? "";
      return cases ? formatPattern(chooseCase(cases, usual ?? "", value), values) : saidInWords(value);
    })
    .join("");
}

/**
 * @param {Record<string, Pattern>} cases
 * @param {string} usual
 * @param {Said} value
 * @returns {Pattern}
 */
function chooseCase(cases, usual, value) {
  const exact = cases[String(value)];
  if (exact !== undefined) return exact;
  if (typeof value === "number") {
    const plural = cases[new Intl.PluralRules(language).select(value)];
    if (plural !== undefined) return plural;
  }
  return cases[usual] ?? "";
}

/**
 * Returns what is said in words of the language.
 * @param {Said} said
 * @returns {string}
 */
export function saidInWords(said) {
  if (typeof said === "string") return said;
  if (typeof said === "number") return String(said);
  if (said.key !== undefined) return say(said.key, said.values);
  if (said.join) return said.join.map(saidInWords).join("");
  if (said.list) return said.list.map(saidInWords).join(language === "zh" ? "、" : ", ");
  if (said.unit) return unitName(said.unit[0], said.unit[1]);
  if (said.unit_type !== undefined) return rulesName("unit", said.unit_type);
  if (said.terrain !== undefined) return rulesName("terrain", said.terrain);
  if (said.rank !== undefined) return rulesName("rank", said.rank);
  return "";
}

/**
 * Returns a name of the ruleset in the language, or as the ruleset has it.
 * @param {string} what
 * @param {string} name
 * @returns {string}
 */
export function rulesName(what, name) {
  const key = `${what}-${name.toLowerCase()}`;
  const found = say(key);
  return found === key ? name : found;
}

/**
 * Returns the name of a unit: a type with a number is translated, a name that somebody gave is not.
 * @param {string} kind
 * @param {string} label
 * @returns {string}
 */
export function unitName(kind, label) {
  const unit = rulesName("unit", kind);
  const isNew = label.startsWith(`new ${kind} `);
  const number = isNew || label.startsWith(`${kind} `) ? label.slice(label.lastIndexOf(" ") + 1) : "";
  if (!/^\d+$/.test(number)) return label;
  return isNew ? say("unit-new", { unit, number: Number(number) }) : `${unit} ${number}`;
}

/**
 * Returns a share in percent with one digit.
 * @param {number} permille
 * @returns {string}
 */
export function percentOf(permille) {
  return `${(permille / 10).toFixed(1)} %`;
}
