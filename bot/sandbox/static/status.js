// What the page itself has to say: connection, app offline, mistakes, and new messages for screen readers.

import { el } from "./element.js";
import { nameOf, world } from "./world.js";
import { word } from "./words.js";

const notice = document.getElementById("notice");
const toasts = document.getElementById("toasts");
const live = document.getElementById("live");

const state = { connected: false, wasLost: false, back: 0 };

/** The connection has opened (true) or is gone (false). */
export function showConnection(connected) {
  if (connected && state.wasLost) {
    clearTimeout(state.back);
    state.back = setTimeout(() => {
      state.back = 0;
      drawNotice();
    }, 2500);
  }
  state.wasLost = !connected && (state.connected || state.wasLost);
  state.connected = connected;
  drawNotice();
}

/** Draws the line under the channel's name, or hides it when all is well. */
export function drawNotice() {
  const [kind, text] = current();
  notice.hidden = !kind;
  notice.dataset.state = kind ?? "ready";
  if (notice.textContent !== text) notice.textContent = text;
}

function current() {
  if (!state.connected) return ["lost", word(state.wasLost ? "lost" : "connecting")];
  if (world.app && !world.app.online) return ["offline", word("appOffline", { app: world.app.name })];
  return state.back ? ["back", word("back")] : [null, ""];
}

/** A passing note about something that did not work. */
export function toast(text) {
  const node = el("p", { class: "toast" }, text);
  toasts.append(node);
  setTimeout(() => node.remove(), 6000);
}

/** Takes back what was said: it was for the person who has left. */
export function hush() {
  live.replaceChildren();
}

/** Has a screen reader say what is new in a message; an empty text is not worth a word. */
export function announce(author, text) {
  if (!text) return;
  live.append(el("p", {}, `${nameOf(author)}: ${text.slice(0, 240)}`));
  while (live.children.length > 5) live.firstChild.remove();
}
