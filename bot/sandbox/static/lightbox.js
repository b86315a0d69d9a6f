// A picture, large. Any press or Escape closes it.

import { el, icon } from "./element.js";
import { word } from "./words.js";

export function openPicture(address, description) {
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": description || word("picture") },
    el("button", { type: "button", class: "tool", "aria-label": word("close") }, icon("close")),
    el("img", { src: address, alt: description || "" }),
    description ? el("p", {}, description) : null,
  );
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
