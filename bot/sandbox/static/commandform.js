// The form of one command: its options as fields, what must be filled in first, sent with Enter, left with Escape.

import { el, icon } from "./element.js";
import { checkAll } from "./fields.js";
import { optionField } from "./optionfield.js";
import { localized } from "./world.js";
import { word } from "./words.js";

let current = null;

/** Closes the open form, if any, without sending. */
export function closeCommandForm() {
  current?.();
}

/**
 * Opens the form of `entry` in `area`. `ask(entry, values)` promises choices, `send(entry, values)` sends, `closed()`
 * is called when the form is gone.
 */
export function openCommandForm(area, entry, { ask, send, closed }) {
  closeCommandForm();
  const options = [...entry.options].sort(
    (a, b) => Number(b.required === true) - Number(a.required === true),
  );
  const fields = options.map((option) =>
    optionField(option, async () => {
      const choices = await ask(entry, values(option));
      return choices.map((choice) => ({ value: choice.value, label: localized(choice, "name") }));
    }),
  );
  const values = (focused) => fields.map((each) => valueOf(each, focused)).filter(Boolean);
  const form = el(
    "form",
    { class: "command-form", "data-command": entry.plain, novalidate: true, "aria-label": `/${entry.shown}` },
    el(
      "header",
      {},
      el("b", {}, `/${entry.shown}`),
      el("span", {}, entry.description),
      el(
        "button",
        { type: "button", class: "tool", "data-do": "cancel", "aria-label": word("cancel") },
        icon("close"),
      ),
    ),
    fields.length
      ? el(
          "div",
          { class: "command-fields" },
          fields.map((each) => each.node),
        )
      : null,
    el(
      "footer",
      {},
      el("button", { type: "button", class: "button secondary", "data-do": "cancel" }, word("cancel")),
      el("button", { type: "submit", class: "button primary" }, word("send")),
    ),
  );
  const close = () => {
    current = null;
    form.remove();
    closed();
  };
  current = close;
  form.addEventListener("click", (event) => event.target.closest("[data-do=cancel]") && close());
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!checkAll(fields)) return;
    const given = values(null);
    close();
    send(entry, given);
  });
  area.append(form);
  const first = fields.find((each) => each.option.required);
  if (first) first.focus();
  else form.querySelector("[type=submit]").focus();
}

// While a person types into an option that completes itself, its value is the text so far.
function valueOf(field, focused) {
  const { name, type } = field.option;
  if (field.option === focused) return { name, type, value: field.typed(), focused: true };
  const value = field.read();
  return value === null ? null : { name, type, value };
}
