// A command option as a form field, by Discord's option type.

import { el } from "./element.js";
import { field, numberField, selectField, textField } from "./fields.js";
import { channelOptions, roleOptions, userOptions } from "./selects.js";
import { suggestField } from "./suggest.js";
import { localized } from "./world.js";
import { word } from "./words.js";

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;
const MENTIONABLE = 9;
const NUMBER = 10;

/** A field for `option`; `ask(text)` brings suggestions for an option that completes itself. */
export function optionField(option, ask) {
  const common = {
    name: option.name,
    label: localized(option, "name"),
    description: localized(option, "description"),
    required: option.required === true,
  };
  const made = build(option, common, ask);
  return { ...made, option };
}

function build(option, common, ask) {
  const numeric = option.type === INTEGER || option.type === NUMBER;
  if (option.choices?.length) {
    return oneOf(
      common,
      option.choices.map((choice) => ({ value: String(choice.value), label: localized(choice, "name") })),
      (value) => (numeric ? Number(value) : value),
    );
  }
  const bounds = { min: option.min_value, max: option.max_value, whole: option.type === INTEGER };
  if (option.autocomplete)
    return suggestField({ ...common, ask, convert: (text) => (numeric ? numberOrNull(text, bounds) : text) });
  switch (option.type) {
    case STRING:
      return textField({ ...common, min: option.min_length, max: option.max_length });
    case INTEGER:
    case NUMBER:
      return numberField({ ...common, ...bounds });
    case BOOLEAN:
      return oneOf(
        common,
        [
          { value: "true", label: word("yes") },
          { value: "false", label: word("no") },
        ],
        (value) => value === "true",
      );
    case USER:
      return oneOf(common, userOptions());
    case CHANNEL:
      return oneOf(common, channelOptions(option.channel_types ?? []));
    case ROLE:
      return oneOf(common, roleOptions());
    case MENTIONABLE:
      return oneOf(common, [...userOptions(), ...roleOptions()]);
    default:
      return notHere(common);
  }
}

function oneOf(common, options, convert = (value) => value) {
  const made = selectField({ ...common, min: 1, max: 1, options, selected: [] });
  return {
    ...made,
    read: () => {
      const values = made.read();
      return values ? convert(values[0]) : null;
    },
  };
}

function notHere(common) {
  const control = el("input", { class: "field", type: "text", disabled: true, placeholder: word("noFiles") });
  return field({
    ...common,
    control,
    read: () => null,
    problem: () => (common.required ? word("noFiles") : null),
  });
}

function numberOrNull(text, { min, max, whole }) {
  const number = Number(text.replace(",", "."));
  if (Number.isNaN(number) || (whole && !Number.isInteger(number))) return null;
  return number < (min ?? -Infinity) || number > (max ?? Infinity) ? null : number;
}
