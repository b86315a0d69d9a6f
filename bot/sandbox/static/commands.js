// The app's commands as a person picks them: every subcommand on its own, in their language, found by what they type.

import { localized } from "./world.js";

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

/**
 * What can be sent, one entry each: {command, path, shown, description, options}. `path` are the names Discord
 * knows, `shown` is the same in the person's language with blanks between.
 */
export function leaves(commands) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => branch(command, command, [command.name], [localized(command, "name")]));
}

/** A command's path, its names in the person's language with blanks between. */
export function shownPath(commands, path) {
  return leaves(commands).find((entry) => entry.plain === path)?.shown ?? path;
}

function branch(command, node, path, names) {
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (!inner.length) {
    return [
      {
        command,
        path,
        shown: names.join(" "),
        plain: path.join(" "),
        description: localized(node, "description"),
        options: node.options ?? [],
      },
    ];
  }
  return inner.flatMap((option) =>
    branch(command, option, [...path, option.name], [...names, localized(option, "name")]),
  );
}

/** The entries that fit what is typed after the slash, best first. Either language's names will do. */
export function search(entries, typed) {
  const wanted = typed.trim().toLocaleLowerCase().replace(/\s+/g, " ");
  if (!wanted) return entries;
  return entries
    .map((entry) => ({
      entry,
      rank: Math.min(rank(entry.shown, wanted), rank(entry.plain, wanted), inText(entry, wanted)),
    }))
    .filter(({ rank: found }) => found < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

function rank(name, wanted) {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.split(" ").some((part) => part.startsWith(wanted))) return 2;
  // More was typed than the name: the rest is taken for options.
  if (wanted.startsWith(`${name} `)) return 3;
  return name.includes(wanted) ? 4 : Infinity;
}

function inText(entry, wanted) {
  return entry.description?.toLocaleLowerCase().includes(wanted) ? 5 : Infinity;
}

/** The entry of a path such as "skat open", or null. */
export function entryOf(entries, path) {
  return entries.find((entry) => entry.plain === path) ?? null;
}

/** Discord's command data for an entry with these option values [{name, type, value, focused?}]. */
export function commandData(entry, values) {
  let options = values;
  for (let depth = entry.path.length - 1; depth > 0; depth -= 1) {
    const group = depth === 1 && entry.path.length === 3;
    options = [{ name: entry.path[depth], type: group ? GROUP : SUBCOMMAND, options }];
  }
  return { id: entry.command.id, name: entry.command.name, type: CHAT_INPUT, options };
}
