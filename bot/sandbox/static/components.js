// Discord's components as DOM nodes, by their type number. What can be pressed carries data-action; the timeline
// listens for it, so that nodes may be replaced freely.

import { el, icon } from "./element.js";
import { chosen, isPending } from "./interactions.js";
import { emojiNode, jumpTarget, markdown, onlyEmoji } from "./markdown.js";
import { fileNode, gallery, thumbnail, veil } from "./media.js";
import { selectedLabels } from "./selects.js";
import { word } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/** The nodes of a list of components of `message`. Kinds a message cannot hold are left out. */
export function componentNodes(components, message) {
  return components.map((component) => RENDER[component.type]?.(component, message) ?? null);
}

const RENDER = {
  1: (row, message) => el("div", { class: "row" }, componentNodes(row.components, message)),
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: (text) => textNode(text.content),
  11: (media) => thumbnail(media),
  12: (media) => gallery(media.items),
  13: (file) => fileNode({ url: file.file.url, name: file.name, size: file.size, spoiler: file.spoiler }),
  14: (line) =>
    el("div", {
      class: "separator",
      "data-spacing": line.spacing === 2 ? "large" : "small",
      "data-divider": line.divider !== false,
      role: line.divider !== false ? "separator" : null,
    }),
  17: container,
};

/** A text's blocks in one node. */
export function textNode(text) {
  return el("div", { class: onlyEmoji(text) ? "text jumbo" : "text" }, markdown(text));
}

function button(item, message) {
  const look = { class: `button ${STYLES[item.style] ?? "secondary"}` };
  const face = [
    item.emoji ? emojiNode(item.emoji) : null,
    item.label ? el("span", { class: "label" }, item.label) : null,
  ];
  const name = item.label ? null : item.emoji?.name;
  if (item.style === 5) return linkButton(item, look, face);
  const waiting = isPending(message.id, item.custom_id);
  return el(
    "button",
    {
      ...look,
      type: "button",
      disabled: item.disabled,
      "aria-label": name,
      "data-key": item.custom_id,
      "data-custom-id": item.custom_id,
      "data-action": "press",
      "data-state": waiting ? "pending" : "ready",
      "aria-busy": waiting ? "true" : null,
    },
    el("span", { class: "face" }, face),
  );
}

function linkButton(item, look, face) {
  const jump = jumpTarget(item.url);
  const where = jump
    ? {
        href: `#${jump.channel}`,
        "data-action": "jump",
        "data-channel": jump.channel,
        "data-message": jump.message,
      }
    : { href: item.url, target: "_blank", rel: "noopener noreferrer" };
  // A link cannot be disabled; one without an address is not a link any more.
  if (item.disabled)
    return el("span", { ...look, "aria-disabled": "true" }, el("span", { class: "face" }, face));
  return el("a", { ...look, ...where }, el("span", { class: "face" }, face, icon("out")));
}

function select(item, message) {
  const waiting = isPending(message.id, item.custom_id);
  const values = chosen(message.id, item.custom_id);
  const labels = selectedLabels(item, values);
  return el(
    "button",
    {
      class: "select",
      type: "button",
      disabled: item.disabled,
      "aria-haspopup": "listbox",
      "data-key": item.custom_id,
      "data-custom-id": item.custom_id,
      "data-action": "select",
      "data-type": item.type,
      "data-state": waiting ? "pending" : "ready",
      "aria-busy": waiting ? "true" : null,
    },
    el(
      "span",
      { class: labels.length ? "face chosen" : "face placeholder" },
      labels.length ? labels.join(", ") : item.placeholder || word("choose"),
    ),
    icon("down"),
  );
}

function section(item, message) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-texts" }, componentNodes(item.components, message)),
    el("div", { class: "accessory" }, componentNodes([item.accessory], message)),
  );
}

function container(item, message) {
  const accent = item.accent_color ?? null;
  const box = el(
    "div",
    { class: "container", "data-accent": accent !== null, "data-spoiler": item.spoiler ? "container" : null },
    item.spoiler ? veil() : null,
    el("div", { class: "veiled inside" }, componentNodes(item.components, message)),
  );
  if (accent !== null) box.style.setProperty("--accent", colour(accent));
  return box;
}

/** Discord's colour number as CSS. */
export function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}
