// A person's or app's picture: initials on a colour that belongs to their id.

import { el } from "./element.js";
import { nameOf } from "./world.js";

const COLOURS = 8;

export function avatar(user) {
  const tint = [...user.id].reduce((sum, digit) => sum * 7 + Number(digit), 3) % COLOURS;
  return el(
    "span",
    { class: "avatar", "aria-hidden": "true", "data-tint": tint, "data-app": user.bot === true },
    initials(nameOf(user)),
  );
}

function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters =
    words.length > 1 ? [...words[0]][0] + [...words.at(-1)][0] : [...(words[0] ?? "?")].slice(0, 2).join("");
  return letters.toLocaleUpperCase();
}
