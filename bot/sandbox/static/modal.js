// A form the app opens: shown as a dialog, checked before it is sent, kept open until the app has answered.

import { textNode } from "./components.js";
import { el, icon } from "./element.js";
import { checkAll, field, selectField, textField, tickField } from "./fields.js";
import { closeListbox } from "./listbox.js";
import { defaultsOf, optionsOf, rangeOf } from "./selects.js";
import { word } from "./words.js";

const ROW = 1;
const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;

let open = null;

/** Shows the form of a modal frame. `submit(frame, components)` sends it and gives the interaction's nonce. */
export function openModal(frame, submit) {
  closeModal();
  const parts = frame.components.map(part);
  const fields = parts.map((each) => each.field).filter(Boolean);
  const problem = el("p", { class: "problem form-problem", role: "alert", hidden: true });
  const send = el(
    "button",
    { type: "submit", class: "button primary" },
    el("span", { class: "face" }, word("submit")),
  );
  const form = el(
    "form",
    { novalidate: true },
    el(
      "header",
      {},
      el("h2", { id: "modal-title" }, frame.title),
      el(
        "button",
        { type: "button", class: "tool", "data-do": "cancel", "aria-label": word("close") },
        icon("close"),
      ),
    ),
    el(
      "div",
      { class: "modal-body" },
      parts.map((each) => each.node),
      problem,
    ),
    el(
      "footer",
      {},
      el("button", { type: "button", class: "button secondary", "data-do": "cancel" }, word("cancel")),
      send,
    ),
  );
  const dialog = el(
    "dialog",
    {
      class: "modal",
      "data-modal": frame.custom_id,
      "data-state": "ready",
      "aria-labelledby": "modal-title",
    },
    form,
  );
  open = { dialog, send, problem, nonce: null };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (open?.nonce || !checkAll(fields)) return;
    problem.hidden = true;
    send.dataset.state = "pending";
    dialog.dataset.state = "pending";
    open.nonce = submit(
      frame,
      parts.map((each) => each.data()),
    );
  });
  form.addEventListener("click", (event) => event.target.closest("[data-do=cancel]") && closeModal());
  dialog.addEventListener("close", () => {
    if (open?.dialog === dialog) open = null;
    closeListbox();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  (fields[0] ?? { focus: () => send.focus() }).focus();
}

export function closeModal() {
  open?.dialog.close();
}

/** The interaction a form was sent with has ended: the form goes, or stays and says that it did not work. */
export function modalSettled(nonce, state, reason) {
  if (!open || open.nonce !== nonce) return;
  if (state === "acknowledged") {
    closeModal();
    return;
  }
  open.nonce = null;
  open.send.dataset.state = "ready";
  open.dialog.dataset.state = "failed";
  open.problem.textContent = reason ? `${word("failedModal")} (${reason})` : word("failedModal");
  open.problem.hidden = false;
}

// One top-level component: its node, its field if it has one, and what of it is sent.
function part(component) {
  if (component.type === TEXT_DISPLAY) {
    return {
      node: textNode(component.content),
      field: null,
      data: () => ({ type: TEXT_DISPLAY, id: component.id }),
    };
  }
  const inner = component.type === ROW ? component.components[0] : component.component;
  const made = control(inner, component);
  const sent = () => ({ type: inner.type, id: inner.id, custom_id: inner.custom_id, ...made.data() });
  return {
    node: made.field.node,
    field: made.field,
    data: () =>
      component.type === LABEL
        ? { type: LABEL, id: component.id, component: sent() }
        : { type: ROW, id: component.id, components: [sent()] },
  };
}

function control(inner, outer) {
  const common = {
    name: inner.custom_id,
    label: outer.label ?? inner.label,
    description: outer.description,
    required: inner.required !== false,
  };
  switch (inner.type) {
    case TEXT_INPUT: {
      const made = textField({
        ...common,
        min: inner.min_length,
        max: inner.max_length ?? 4000,
        placeholder: inner.placeholder,
        value: inner.value,
        multiline: inner.style === PARAGRAPH,
      });
      return { field: made, data: () => ({ value: made.read() ?? "" }) };
    }
    case RADIO_GROUP: {
      const made = tickField({ ...common, options: inner.options, several: false });
      return { field: made, data: () => ({ value: made.read()?.[0] ?? null }) };
    }
    case CHECKBOX_GROUP: {
      const made = tickField({
        ...common,
        min: inner.min_values,
        max: inner.max_values,
        options: inner.options,
        several: true,
      });
      return { field: made, data: () => ({ values: made.read() ?? [] }) };
    }
    case CHECKBOX: {
      const made = tickField({
        ...common,
        required: false,
        several: true,
        options: [{ value: "on", label: common.label, default: inner.default }],
      });
      return { field: made, data: () => ({ value: made.read() !== null }) };
    }
    default:
      return select(inner, common);
  }
}

function select(inner, common) {
  const options = optionsOf(inner);
  if (!options.length && inner.type !== STRING_SELECT) {
    const empty = field({
      ...common,
      control: el("input", { class: "field", disabled: true, placeholder: word("nothing") }),
      read: () => null,
      problem: () => (common.required ? word("nothing") : null),
    });
    return { field: empty, data: () => ({ values: [] }) };
  }
  const made = selectField({
    ...common,
    ...rangeOf(inner),
    placeholder: inner.placeholder,
    options,
    selected: defaultsOf(inner),
  });
  return { field: made, data: () => ({ values: made.read() ?? [] }) };
}
