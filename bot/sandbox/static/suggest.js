// A text field with suggestions that somebody else makes: the app's autocomplete.

import { el } from "./element.js";
import { field } from "./fields.js";
import { word } from "./words.js";

/**
 * A text with suggestions: `ask(text)` gives a promise of options {value, label}. Reads as the value of the chosen
 * suggestion, else as the text itself; `convert(text)` turns a typed text into a value or gives null when it cannot.
 */
export function suggestField({ name, label, description, required, ask, convert }) {
  const input = el("input", {
    class: "field",
    type: "text",
    role: "combobox",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    "aria-controls": `suggest-${name}`,
    autocomplete: "off",
    "data-custom-id": name,
  });
  const list = el("div", { class: "suggestions", id: `suggest-${name}`, role: "listbox", hidden: true });
  const control = el("div", { class: "suggest" }, input, list);
  const state = { options: [], active: -1, picked: null, timer: 0, asked: 0 };
  const read = () => (state.picked ? state.picked.value : input.value.trim() ? input.value.trim() : null);
  const made = field({
    name,
    label,
    description,
    required,
    control,
    read,
    problem: (value) => {
      if (value === null) return required ? word("required") : null;
      return state.picked || convert(value) !== null ? null : word("pickOne");
    },
  });
  const draw = () => {
    list.hidden = !state.options.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    list.replaceChildren(
      ...state.options.map((option, at) =>
        el(
          "div",
          {
            role: "option",
            id: `suggest-${name}-${at}`,
            class: at === state.active ? "option active" : "option",
            "aria-selected": String(at === state.active),
            "data-at": at,
            "data-value": option.value,
          },
          option.label,
        ),
      ),
    );
    if (state.active >= 0) input.setAttribute("aria-activedescendant", `suggest-${name}-${state.active}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[state.active]?.scrollIntoView({ block: "nearest" });
  };
  const hide = () => {
    state.options = [];
    state.active = -1;
    draw();
  };
  const pick = (at) => {
    state.picked = state.options[at];
    input.value = state.picked.label;
    hide();
    made.check();
  };
  const request = async () => {
    state.asked += 1;
    const mine = state.asked;
    const options = await ask(input.value);
    // An answer that a later question overtook, or that comes after the person moved on, is of no use.
    if (mine !== state.asked || document.activeElement !== input || state.picked) return;
    state.options = options;
    state.active = -1;
    draw();
  };
  input.addEventListener("input", () => {
    state.picked = null;
    clearTimeout(state.timer);
    state.timer = setTimeout(request, 200);
  });
  input.addEventListener("focus", () => state.picked || request());
  input.addEventListener("blur", hide);
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const option = event.target.closest("[data-at]");
    if (option) pick(Number(option.dataset.at));
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      const from = state.active < 0 && steps[event.key] < 0 ? 0 : state.active;
      state.active = (from + steps[event.key] + state.options.length) % state.options.length;
      draw();
    } else if ((event.key === "Enter" || event.key === "Tab") && state.active >= 0) {
      if (event.key === "Enter") event.preventDefault();
      pick(state.active);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      hide();
    }
  });
  return {
    ...made,
    read: () => (state.picked ? state.picked.value : read() === null ? null : convert(read())),
    typed: () => input.value,
  };
}
