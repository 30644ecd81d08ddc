// Battles that a report holds, each opened by a button.

/**
 * Has each button of the page that names a battle open it; returns false if there is none.
 * @param {(replay: string) => void} open Gets the replay in base64.
 * @returns {boolean}
 */
export function listenToBattleButtons(open) {
  const buttons = document.querySelectorAll("button[data-battle]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const replay = document.getElementById(`hotgates-replay-${button.getAttribute("data-battle")}`)?.textContent;
      if (replay) open(replay.trim());
    });
  }
  return buttons.length > 0;
}
