// The messages of the open channel, in order, each drawn in place: a changed message keeps its element, its focus and
// the reader's place. Presses inside it are told to whoever started it.

import { closeListbox, listboxAnchor, moveListbox, openListbox } from "./listbox.js";
import { chosen, forgetChoices } from "./interactions.js";
import { continues, isEphemeral, messageNode, news, speaksToMe } from "./message.js";
import { defaultsOf, optionsOf, rangeOf } from "./selects.js";
import { keepFocus } from "./focus.js";
import { localNode, welcomeNode } from "./locals.js";
import { morph } from "./morph.js";
import { openPicture } from "./lightbox.js";
import { announce, hush } from "./status.js";
import { compareIds, world } from "./world.js";
import { icon, fill } from "./element.js";
import { word } from "./words.js";

const NEAR_END = 48;

const scroller = document.getElementById("timeline");
const log = document.getElementById("log");
const newer = document.getElementById("newer");

const nodes = new Map();
const sent = new Map();
let messages = [];
let loaded = false;
let atEnd = true;
let handlers = {};
// Which select the open list belongs to: {anchor, messageId, customId}.
let listOf = null;

/**
 * `press(message, component, values)` for buttons and selects, `dismiss(id)` for private messages,
 * `jump(channel, message)` for links inside the sandbox, `command(path, now)` for links to commands, `all()` for the
 * list of commands.
 */
export function startTimeline(given) {
  handlers = given;
  log.addEventListener("click", onClick);
  log.addEventListener("keydown", onKey);
  scroller.addEventListener("scroll", () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
    if (atEnd) newer.hidden = true;
  });
  const follow = new ResizeObserver(() => atEnd && toEnd());
  follow.observe(log);
  follow.observe(scroller);
  newer.addEventListener("click", toEnd);
}

/** Shows exactly these messages. */
export function showMessages(list) {
  const stay = loaded && !atEnd;
  messages = [...list].sort((a, b) => compareIds(a.id, b.id));
  loaded = true;
  drawTimeline();
  if (!stay) toEnd();
}

/** A new message, or a new state of one; says whether it is new. */
export function putMessage(message) {
  const at = messages.findIndex((each) => each.id === message.id);
  const before = at < 0 ? null : messages[at];
  if (before) {
    messages[at] = message;
    forgetChoices(message.id);
  } else {
    messages.push(message);
    messages.sort((a, b) => compareIds(a.id, b.id));
    if (message.author.id === world.me?.id) atEnd = true;
    newer.hidden = atEnd;
  }
  drawTimeline(new Set([message.id]));
  if (message.author.id !== world.me?.id) announce(message.author, news(message, before));
  return before === null;
}

export function removeMessage(id) {
  messages = messages.filter((message) => message.id !== id);
  drawTimeline(new Set());
}

/** Another channel or person: nothing of the last one stays, open lists included. */
export function clearTimeline() {
  closeListbox();
  hush();
  messages = [];
  sent.clear();
  loaded = false;
  atEnd = true;
  newer.hidden = true;
  drawTimeline();
}

/** An interaction began or ended: shown on its message, or as a line of its own for a command. */
export function showInteraction(entry) {
  if (entry.kind === "command") {
    if (entry.state === "acknowledged") sent.delete(entry.nonce);
    else if (entry.channelId === world.channelId) sent.set(entry.nonce, entry);
    if (entry.state === "pending") atEnd = true;
    drawTimeline(new Set([entry.nonce]));
  } else if (entry.messageId) {
    drawTimeline(new Set([entry.messageId]));
  }
}

/** Brings a message into view and gives it the focus; does nothing when it is not in this channel. */
export function showMessage(id) {
  const node = nodes.get(id);
  node?.scrollIntoView({ block: "center" });
  node?.focus({ preventScroll: true });
}

/** Draws what changed: the keys in `only`, or everything. */
export function drawTimeline(only = null) {
  fill(newer, icon("down"), word("newer"));
  log.dataset.state = loaded ? "ready" : "loading";
  keepFocus(log, () => {
    const parts = plan();
    const keys = new Set(parts.map(([key]) => key));
    for (const [key, node] of nodes) {
      if (keys.has(key)) continue;
      node.remove();
      nodes.delete(key);
    }
    let place = log.firstChild;
    for (const [key, follows, build] of parts) {
      const node = nodes.get(key) ?? build();
      if (!nodes.has(key)) nodes.set(key, node);
      else if (!only || only.has(key) || node.hasAttribute("data-follows") !== follows) morph(node, build());
      if (node === place) place = place.nextSibling;
      else log.insertBefore(node, place);
    }
  });
  keepListbox();
  if (atEnd) toEnd();
}

// Everything the list shows: [key, whether it follows its author's last, how to build it].
function plan() {
  const parts = [["welcome", false, welcomeNode]];
  let last = null;
  for (const message of messages) {
    const follows = continues(last, message);
    parts.push([message.id, follows, () => messageNode(message, follows)]);
    last = message;
  }
  for (const entry of sent.values()) parts.push([entry.nonce, false, () => localNode(entry)]);
  return parts;
}

function keepListbox() {
  if (!listOf || listboxAnchor() !== listOf.anchor) return;
  const now = nodes
    .get(listOf.messageId)
    ?.querySelector(`.select[data-custom-id="${CSS.escape(listOf.customId)}"]:enabled`);
  if (!now) {
    closeListbox();
    return;
  }
  listOf.anchor = now;
  moveListbox(now);
}

function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
  atEnd = true;
  newer.hidden = true;
}

function messageAround(node) {
  const id = node.closest("[data-message-id]")?.dataset.messageId;
  return messages.find((message) => message.id === id) ?? null;
}

function componentOf(components, customId) {
  for (const component of components ?? []) {
    if (component.custom_id === customId) return component;
    const inner = componentOf(
      [...(component.components ?? []), ...(component.accessory ? [component.accessory] : [])],
      customId,
    );
    if (inner) return inner;
  }
  return null;
}

function onClick(event) {
  const node = event.target.closest("[data-action]");
  if (!node) return;
  const { action } = node.dataset;
  if (action === "press" || action === "select") act(node, action);
  if (action === "dismiss") handlers.dismiss(node.dataset.message);
  if (action === "forget") {
    sent.delete(node.dataset.nonce);
    drawTimeline(new Set());
  }
  if (action === "reveal") reveal(node);
  if (action === "zoom") openPicture(node.dataset.url, node.dataset.description);
  if (action === "command") handlers.command(node.dataset.command, node.hasAttribute("data-now"));
  if (action === "commands") handlers.all();
  if (action === "jump") {
    event.preventDefault();
    handlers.jump(node.dataset.channel, node.dataset.message);
  }
}

function act(node, action) {
  const message = messageAround(node);
  const component = message && componentOf(message.components, node.dataset.customId);
  // A second press on what is not answered yet would be another interaction.
  if (!component || node.dataset.state === "pending") return;
  if (action === "press") {
    handlers.press(message, component, null);
    return;
  }
  listOf = { anchor: node, messageId: message.id, customId: component.custom_id };
  openListbox({
    anchor: node,
    title: component.placeholder || word("choose"),
    options: optionsOf(component),
    selected: chosen(message.id, component.custom_id) ?? defaultsOf(component),
    ...rangeOf(component),
    done: (values) => handlers.press(message, component, values),
  });
}

function reveal(node) {
  const hidden = node.closest("[data-spoiler]");
  hidden.dataset.revealed = "";
  if (hidden === node) {
    node.setAttribute("aria-expanded", "true");
    node.removeAttribute("aria-label");
  } else {
    hidden.querySelector("button:not(.veil), a")?.focus();
  }
}

// Holding Enter must not press one card after another, and a hidden word opens by key as by mouse.
function onKey(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  if (event.repeat) event.preventDefault();
  else if (event.target.matches("span[data-action=reveal]")) {
    event.preventDefault();
    reveal(event.target);
  }
}
