// Form fields for modals and command options. Each is {node, read(), check(), focus()}: read gives the value or null
// for nothing, check shows what is wrong and says whether nothing is.

import { el, icon } from "./element.js";
import { openListbox } from "./listbox.js";
import { word } from "./words.js";

let count = 0;

/** A labelled row around any control; `problem(value)` gives a sentence or null. */
export function field({ label, description, required, control, read, problem, name }) {
  count += 1;
  const id = `field-${count}`;
  const error = el("p", { class: "problem", id: `${id}-problem`, hidden: true });
  const note = description ? el("p", { class: "hint", id: `${id}-hint` }, description) : null;
  const target = control.matches("input, textarea, button")
    ? control
    : control.querySelector("input, textarea, button");
  target.id = id;
  const described = [note?.id, error.id].filter(Boolean).join(" ");
  target.setAttribute("aria-describedby", described);
  if (required) target.setAttribute("aria-required", "true");
  const node = el(
    "div",
    { class: "field-row", "data-field": name },
    label
      ? el(
          "label",
          { for: id, id: `${id}-label` },
          label,
          required
            ? el("span", { class: "star", "aria-hidden": "true" }, " *")
            : el("small", {}, ` ${word("optional")}`),
        )
      : null,
    note,
    control,
    error,
  );
  if (target.nodeName === "BUTTON") target.setAttribute("aria-labelledby", `${id}-label ${id}`);
  const show = (text) => {
    error.textContent = text ?? "";
    error.hidden = !text;
    if (text) target.setAttribute("aria-invalid", "true");
    else target.removeAttribute("aria-invalid");
    return !text;
  };
  node.addEventListener("input", () => error.hidden || show(problem(read())));
  return { name, node, read, check: () => show(problem(read())), refuse: show, focus: () => target.focus() };
}

/** A line or several lines of text. `min` and `max` are lengths. */
export function textField({ name, label, description, required, min, max, placeholder, value, multiline }) {
  const control = el(multiline ? "textarea" : "input", {
    class: "field",
    type: multiline ? null : "text",
    placeholder,
    "data-custom-id": name,
    autocomplete: "off",
    rows: multiline ? 4 : null,
  });
  control.value = value ?? "";
  return field({
    name,
    label,
    description,
    required,
    control,
    read: () => control.value || null,
    problem: (text) => lengthProblem(text, required, min, max),
  });
}

/** What is wrong with a text, or null. Empty is fine where nothing is required. */
export function lengthProblem(text, required, min, max) {
  if (!text || !text.trim()) return required ? word("required") : null;
  if (min && text.length < min) return word("tooShort", { min });
  if (max && text.length > max) return word("tooLong", { max });
  return null;
}

/** A number; `whole` for integers. Reads as a number. */
export function numberField({ name, label, description, required, min, max, whole }) {
  const control = el("input", {
    class: "field",
    type: "text",
    inputmode: whole ? "numeric" : "decimal",
    "data-custom-id": name,
    autocomplete: "off",
  });
  const parse = () => (control.value.trim() ? Number(control.value.trim().replace(",", ".")) : null);
  return field({
    name,
    label,
    description,
    required,
    control,
    read: parse,
    problem: (value) => numberProblem(value, { required, min, max, whole }),
  });
}

function numberProblem(value, { required, min, max, whole }) {
  if (value === null) return required ? word("required") : null;
  if (Number.isNaN(value)) return word("notNumber");
  if (whole && !Number.isInteger(value)) return word("notWhole");
  if (min !== undefined && value < min) return word("tooSmall", { min });
  if (max !== undefined && value > max) return word("tooLarge", { max });
  return null;
}

/** A select. Reads as a list of values, or null for none. */
export function selectField({
  name,
  label,
  description,
  required,
  min,
  max,
  placeholder,
  options,
  selected,
}) {
  let values = [...selected];
  const face = el("span", { class: "face" });
  const control = el(
    "button",
    { type: "button", class: "select", "data-custom-id": name, "aria-haspopup": "listbox" },
    face,
    icon("down"),
  );
  const draw = () => {
    const labels = values
      .map((value) => options.find((option) => option.value === value)?.label)
      .filter(Boolean);
    face.className = labels.length ? "face chosen" : "face placeholder";
    face.textContent = labels.join(", ") || placeholder || word("choose");
  };
  draw();
  const made = field({
    name,
    label,
    description,
    required,
    control,
    read: () => (values.length ? values : null),
    problem: (chosen) => {
      const number = chosen?.length ?? 0;
      if (!number) return required ? word("required") : null;
      return number < min ? word("pickMin", { min }) : null;
    },
  });
  control.addEventListener("click", () =>
    openListbox({
      anchor: control,
      title: label || placeholder || word("choose"),
      options,
      selected: values,
      min: required ? min : 0,
      max,
      done: (chosen) => {
        values = chosen;
        draw();
        control.dispatchEvent(new Event("input", { bubbles: true }));
      },
    }),
  );
  return made;
}

/** Boxes to tick (`several`) or one of several to choose. Reads as a list of values, or null for none. */
export function tickField({ name, label, description, required, min, max, options, several }) {
  const inputs = options.map((option) =>
    el("input", {
      type: several ? "checkbox" : "radio",
      name: `tick-${name}`,
      value: option.value,
      checked: option.default,
    }),
  );
  const control = el(
    "div",
    { class: "ticks", role: several ? "group" : "radiogroup", "aria-label": label, "data-custom-id": name },
    options.map((option, at) =>
      el(
        "label",
        { class: "tick" },
        inputs[at],
        el("span", {}, option.label, option.description ? el("small", {}, option.description) : null),
      ),
    ),
  );
  const read = () => {
    const values = inputs.filter((input) => input.checked).map((input) => input.value);
    return values.length ? values : null;
  };
  return field({
    name,
    label,
    description,
    required,
    control,
    read,
    problem: (values) => {
      if (!values) return required ? word("required") : null;
      if (min && values.length < min) return word("pickMin", { min });
      return max && values.length > max ? word("tooLarge", { max }) : null;
    },
  });
}

/** The first field that is not right gets the focus; says whether all are. */
export function checkAll(fields) {
  const wrong = fields.filter((each) => !each.check());
  wrong[0]?.focus();
  return wrong.length === 0;
}
