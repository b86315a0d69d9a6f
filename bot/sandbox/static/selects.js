// What a select component offers and what is chosen in it, for all five kinds, in one shape:
// options are {value, label, description?, emoji?}, values are lists of strings.

import { channelBy, nameOf, roles, userBy, world } from "./world.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;

/** Everything a person may choose in a select component. */
export function optionsOf(select) {
  switch (select.type) {
    case STRING:
      return select.options;
    case USER:
      return userOptions();
    case ROLE:
      return roleOptions();
    case MENTIONABLE:
      return [...userOptions(), ...roleOptions()];
    case CHANNEL:
      return channelOptions(select.channel_types ?? []);
    default:
      return [];
  }
}

/** The values a select component comes with. */
export function defaultsOf(select) {
  if (select.type === STRING)
    return select.options.filter((option) => option.default).map((option) => option.value);
  return (select.default_values ?? []).map((value) => value.id);
}

/** The labels to show in a closed select; `values` are the person's own, or null for the defaults. */
export function selectedLabels(select, values) {
  return (values ?? defaultsOf(select)).map((value) => labelOf(select, value)).filter(Boolean);
}

/** How many may be chosen: {min, max}. */
export function rangeOf(select) {
  return { min: select.min_values ?? 1, max: select.max_values ?? 1 };
}

function labelOf(select, value) {
  if (select.type === STRING) return select.options.find((option) => option.value === value)?.label;
  const user = userBy(value);
  if (user) return nameOf(user);
  const channel = channelBy(value);
  if (channel) return `#${channel.name}`;
  return roles().find((role) => role.id === value)?.name;
}

export function userOptions() {
  return world.users.map((user) => ({ value: user.id, label: nameOf(user), description: user.username }));
}

export function roleOptions() {
  return roles().map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, "")}` }));
}

/** Channels of these types; an empty list means any. */
export function channelOptions(types) {
  return world.channels
    .filter((channel) => !types.length || types.includes(channel.type))
    .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
}
