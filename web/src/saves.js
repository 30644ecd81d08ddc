// Battles kept in the browser: a few, each of bounded size, and nothing else about the reader.

/**
 * @typedef {{ name: string, map: string, turn: number, when: string, replay: string }} Save
 */

const KEY = "hotgates.saves";
const MOST_SAVES = 20;
const MOST_CHARACTERS = 400_000;
/** The save that is written after each half-turn. */
export const AUTOMATIC = "auto";

/**
 * Returns what is kept, the newest first; nothing where the browser keeps nothing or something else lies there.
 * @returns {Save[]}
 */
export function listSaves() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isSave).slice(0, MOST_SAVES) : [];
  } catch {
    return [];
  }
}

/**
 * @param {unknown} value
 * @returns {value is Save}
 */
function isSave(value) {
  const save = /** @type {Save} */ (value);
  return typeof save?.name === "string" && typeof save.map === "string" && typeof save.replay === "string"
    && typeof save.turn === "number" && typeof save.when === "string" && save.replay.length <= MOST_CHARACTERS;
}

/**
 * Keeps a battle in place of the one of the same name; returns false if it is too large or the browser refuses.
 * @param {Save} save
 * @returns {boolean}
 */
export function keepSave(save) {
  if (save.replay.length > MOST_CHARACTERS) return false;
  const others = listSaves().filter((other) => other.name !== save.name);
  return writeSaves([save, ...others].slice(0, MOST_SAVES));
}

/** @param {string} name */
export function dropSave(name) {
  writeSaves(listSaves().filter((save) => save.name !== name));
}

/**
 * @param {Save[]} saves
 * @returns {boolean}
 */
function writeSaves(saves) {
  try {
    localStorage.setItem(KEY, JSON.stringify(saves));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a choice of the reader, such as the language.
 * @param {string} name
 * @returns {string | null}
 */
export function readChoice(name) {
  try {
    return localStorage.getItem(`hotgates.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keepChoice(name, value) {
  try {
    localStorage.setItem(`hotgates.${name}`, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
