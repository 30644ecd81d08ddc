// Elements of the page. Text enters as text, never as markup.

/**
 * Makes an element. A property that is a function listens to the event of its name; others are attributes, those that
 * are false or null left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * Returns the element of an id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Makes a button.
 * @param {string} words
 * @param {() => void} press
 * @param {Record<string, unknown>} [more]
 * @returns {HTMLButtonElement}
 */
export function makeButton(words, press, more = {}) {
  return make("button", { type: "button", click: press, ...more }, words);
}

/**
 * Says something to screen readers.
 * @param {string} words
 */
export function announce(words) {
  const live = byId("live");
  live.textContent = live.textContent === words ? `${words}\u00a0` : words;
}
