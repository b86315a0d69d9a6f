// The list that opens at a select: one or several choices, arrows, search, Enter and Escape. One is open at a time.

import { el, fill, icon } from "./element.js";
import { emojiNode } from "./markdown.js";
import { word } from "./words.js";

const SEARCH_FROM = 9;
let open = null;

export function closeListbox() {
  open?.close(null);
}

/** The node the open list belongs to, or null. */
export function listboxAnchor() {
  return open?.anchor ?? null;
}

/** The select was drawn anew: the list now belongs to this node. */
export function moveListbox(anchor) {
  open.anchor = anchor;
  anchor.setAttribute("aria-expanded", "true");
  place(open);
}

/**
 * Opens a list at `anchor`. `options` as in selects.js, `selected` the values chosen so far, `min` and `max` how
 * many. `done(values)` is called with the new choice; not at all when the person leaves without one.
 */
export function openListbox({ anchor, title, options, selected, min, max, done }) {
  closeListbox();
  const list = {
    anchor,
    options,
    shown: options,
    values: [...selected],
    before: [...selected],
    min,
    max,
    done,
    active: 0,
    typed: "",
    typedAt: 0,
  };
  list.search =
    options.length >= SEARCH_FROM
      ? el("input", {
          type: "text",
          class: "field",
          placeholder: word("search"),
          "aria-label": word("search"),
          role: "combobox",
          "aria-expanded": "true",
          "aria-controls": "listbox",
          autocomplete: "off",
        })
      : null;
  list.box = el("div", {
    id: "listbox",
    role: "listbox",
    tabindex: list.search ? null : "0",
    "aria-label": title,
    "aria-multiselectable": max > 1 ? "true" : null,
  });
  list.foot = el("div", { class: "listbox-foot" });
  list.root = el(
    "div",
    { class: "listbox", popover: "manual" },
    el("div", { class: "listbox-title" }, title),
    list.search,
    list.box,
    list.foot,
  );
  list.close = (values, focus = true) => close(list, values, focus);
  open = list;
  list.active = Math.max(
    0,
    options.findIndex((option) => selected.includes(option.value)),
  );
  // Inside a dialog, whatever lies outside of it cannot be reached.
  (anchor.closest("dialog") ?? document.body).append(list.root);
  anchor.setAttribute("aria-expanded", "true");
  draw(list);
  list.root.showPopover();
  place(list);
  (list.search ?? list.box).focus({ preventScroll: true });
  list.root.addEventListener("keydown", (event) => onKey(list, event));
  list.root.addEventListener("click", (event) => onClick(list, event));
  list.search?.addEventListener("input", () => filter(list));
  scrollToActive(list);
}

addEventListener(
  "pointerdown",
  (event) => {
    if (!open || open.root.contains(event.target)) return;
    // As in a Discord client, leaving a list of several choices keeps them. The press on the select itself only closes.
    if (open.anchor.contains(event.target)) event.preventDefault();
    open.close(open.max > 1 && valid(open) ? open.values : null, false);
  },
  true,
);

addEventListener("resize", () => open && place(open));
addEventListener("scroll", (event) => open && !open.root.contains(event.target) && place(open), true);

function close(list, values, focus) {
  if (open !== list) return;
  open = null;
  list.root.remove();
  list.anchor.removeAttribute("aria-expanded");
  if (focus) list.anchor.focus({ preventScroll: true });
  const changed =
    values && (values.length !== list.before.length || values.some((value) => !list.before.includes(value)));
  if (changed) list.done(values);
}

function valid(list) {
  return list.values.length >= list.min && list.values.length <= list.max;
}

function draw(list) {
  fill(
    list.box,
    list.shown.length
      ? list.shown.map((option, at) => optionNode(list, option, at))
      : el("p", { class: "nothing" }, word("nothing")),
  );
  const holder = list.search ?? list.box;
  if (list.shown.length) holder.setAttribute("aria-activedescendant", `listbox-${list.active}`);
  else holder.removeAttribute("aria-activedescendant");
  const several = list.max > 1;
  fill(
    list.foot,
    list.min === 0 && list.before.length && !several
      ? el("button", { type: "button", class: "plain", "data-do": "clear" }, word("clear"))
      : null,
    several ? el("span", { class: "count", "aria-live": "polite" }, rangeText(list)) : null,
    several
      ? el(
          "button",
          { type: "button", class: "button primary", "data-do": "done", disabled: !valid(list) },
          word("done"),
        )
      : null,
  );
}

function optionNode(list, option, at) {
  const chosen = list.values.includes(option.value);
  const full = list.max > 1 && !chosen && list.values.length >= list.max;
  return el(
    "div",
    {
      role: "option",
      id: `listbox-${at}`,
      class: at === list.active ? "option active" : "option",
      "aria-selected": String(chosen),
      "aria-disabled": full ? "true" : null,
      "data-value": option.value,
      "data-at": at,
    },
    list.max > 1 ? el("span", { class: "box" }, icon("check")) : null,
    option.emoji ? emojiNode(option.emoji) : null,
    el(
      "span",
      { class: "option-text" },
      el("span", {}, option.label),
      option.description ? el("small", {}, option.description) : null,
    ),
    list.max === 1 && chosen ? icon("check") : null,
  );
}

function rangeText(list) {
  const text = list.min === list.max ? "chooseExactly" : list.min > 1 ? "chooseRange" : "chooseUpTo";
  return `${list.values.length} – ${word(text, list)}`;
}

function filter(list) {
  const wanted = list.search.value.trim().toLocaleLowerCase();
  list.shown = list.options.filter((option) =>
    `${option.label} ${option.description ?? ""}`.toLocaleLowerCase().includes(wanted),
  );
  list.active = 0;
  draw(list);
  place(list);
}

function choose(list, at) {
  const option = list.shown[at];
  if (!option) return;
  if (list.max === 1) {
    list.close([option.value]);
    return;
  }
  list.active = at;
  if (list.values.includes(option.value)) list.values = list.values.filter((value) => value !== option.value);
  else if (list.values.length < list.max) list.values.push(option.value);
  draw(list);
}

function onClick(list, event) {
  const option = event.target.closest("[data-at]");
  if (option) choose(list, Number(option.dataset.at));
  const what = event.target.closest("[data-do]")?.dataset.do;
  if (what === "clear") list.close([]);
  if (what === "done" && valid(list)) list.close(list.values);
}

const MOVES = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

function onKey(list, event) {
  const onButton = event.target.closest("[data-do]");
  if (event.key === "Escape") {
    event.preventDefault();
    list.close(null);
  } else if (event.key in MOVES) {
    event.preventDefault();
    move(list, list.active + MOVES[event.key]);
  } else if (event.key === "Home" || event.key === "End") {
    event.preventDefault();
    move(list, event.key === "Home" ? 0 : list.shown.length - 1);
  } else if (onButton) {
    return;
  } else if (event.key === "Enter" || (event.key === " " && !list.search)) {
    event.preventDefault();
    if (!event.repeat) choose(list, list.active);
  } else if (event.key === "Tab" && list.max === 1 && !list.foot.firstChild) {
    event.preventDefault();
    choose(list, list.active);
  } else if (!list.search && event.key.length === 1) {
    typeAhead(list, event);
  }
  event.stopPropagation();
}

function typeAhead(list, event) {
  list.typed = event.timeStamp - list.typedAt > 700 ? event.key : list.typed + event.key;
  list.typedAt = event.timeStamp;
  const at = list.shown.findIndex((option) =>
    option.label.toLocaleLowerCase().startsWith(list.typed.toLocaleLowerCase()),
  );
  if (at >= 0) move(list, at);
}

function move(list, to) {
  if (!list.shown.length) return;
  list.active = Math.min(Math.max(to, 0), list.shown.length - 1);
  draw(list);
  scrollToActive(list);
}

function scrollToActive(list) {
  list.box.children[list.active]?.scrollIntoView({ block: "nearest" });
}

// Under the select, or over it where there is more room; on a phone the style sheet puts it at the bottom.
function place(list) {
  const at = list.anchor.getBoundingClientRect();
  const below = innerHeight - at.bottom;
  const over = below < 280 && at.top > below;
  const style = list.root.style;
  style.setProperty(
    "--left",
    `${Math.max(8, Math.min(at.left, innerWidth - Math.max(at.width, 240) - 8))}px`,
  );
  style.setProperty("--width", `${Math.max(at.width, 240)}px`);
  style.setProperty("--top", over ? "auto" : `${at.bottom + 4}px`);
  style.setProperty("--bottom", over ? `${innerHeight - at.top + 4}px` : "auto");
  style.setProperty("--room", `${Math.max(160, (over ? at.top : below) - 16)}px`);
}
