// Fields and lists that the menu and the battle share.

import { announce, make, makeButton } from "./dom.js";
import { say } from "./texts.js";

/**
 * A choice from a list, with its label.
 * @param {string} label
 * @param {[string, string][]} options Value and words of each.
 * @param {string} chosen
 * @param {(value: string) => void} change
 * @returns {HTMLLabelElement}
 */
export function makeChoice(label, options, chosen, change) {
  const select = make("select", { change: () => change(select.value) });
  for (const [value, words] of options) select.append(make("option", { value, selected: value === chosen }, words));
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/**
 * Offers bytes or text as a file.
 * @param {BlobPart} content
 * @param {string} name
 */
export function saveFile(content, name) {
  const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {string} base64
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesFromBase64(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/**
 * Returns the bytes of a chosen file in base64.
 * @param {File} file
 * @returns {Promise<string>}
 */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * A link that can be copied.
 * @param {string} words
 * @param {string} address
 */
export function makeLink(words, address) {
  const shown = make("input", { readonly: true, value: address, "aria-label": words, focus: () => shown.select() });
  const copy = () => {
    shown.select();
    void navigator.clipboard?.writeText(address).then(() => announce(say("table-copied")), () => {});
  };
  return make("div", { class: "field" }, make("span", {}, words), shown, makeButton(say("table-copy"), copy));
}
