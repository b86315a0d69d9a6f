// Times of day and distances in time, in the person's language. Relative ones keep ticking.

import { el } from "./element.js";
import { word } from "./words.js";
import { world } from "./world.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const STEPS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A Discord timestamp: `unix` in seconds, `style` one of t T d D f F s S R. */
export function timeNode(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${unix}:${style}>`;
  const text =
    style === "R" ? relative(unix) : new Intl.DateTimeFormat(world.locale, STYLES[style]).format(date);
  return el(
    "time",
    {
      datetime: date.toISOString(),
      "data-relative": style === "R" ? unix : null,
      title: new Intl.DateTimeFormat(world.locale, STYLES.F).format(date),
    },
    text,
  );
}

/** When a message was sent, as briefly as it can be said. */
export function sentAt(iso) {
  const date = new Date(iso);
  const time = new Intl.DateTimeFormat(world.locale, STYLES.t).format(date);
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86400000);
  const text =
    days === 0
      ? word("today", { time })
      : days === 1
        ? word("yesterday", { time })
        : new Intl.DateTimeFormat(world.locale, STYLES.s).format(date);
  return el(
    "time",
    { class: "sent", datetime: iso, title: new Intl.DateTimeFormat(world.locale, STYLES.F).format(date) },
    text,
  );
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function relative(unix) {
  const distance = unix - Date.now() / 1000;
  const [unit, seconds] = STEPS.find(([, length]) => Math.abs(distance) >= length) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(world.locale, { numeric: "auto" }).format(
    Math.round(distance / seconds),
    unit,
  );
}

/** Brings every relative time on the page up to date. */
export function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}
