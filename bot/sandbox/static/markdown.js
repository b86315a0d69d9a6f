// Discord's markdown, the part an app's messages use, as DOM nodes. Whatever is not markup stays text.

import { shownPath } from "./commands.js";
import { el } from "./element.js";
import { channelBy, nameOf, ownAddress, roles, userBy, world } from "./world.js";
import { timeNode } from "./time.js";
import { word } from "./words.js";

const FENCE = /```(?:([\w+#.-]+)\n)?\n?([\s\S]*?)\n?```/g;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const QUOTE = /^> ?(.*)$/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

/** A message's text as a fragment of blocks. */
export function markdown(text) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  for (const fence of text.matchAll(FENCE)) {
    if (!fence[2].trim()) continue;
    fragment.append(...blocks(text.slice(end, fence.index).replace(/\n$/, "")));
    fragment.append(el("pre", { tabindex: "0" }, el("code", { "data-language": fence[1] }, fence[2])));
    end = fence.index + fence[0].length;
  }
  fragment.append(...blocks(end ? text.slice(end).replace(/^\n/, "") : text));
  return fragment;
}

function blocks(text) {
  const nodes = [];
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    while (plain.length && !plain[0].trim()) plain.shift();
    while (plain.length && !plain.at(-1).trim()) plain.pop();
    if (plain.length) nodes.push(el("p", {}, inline(plain.join("\n"))));
    plain = [];
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    let found;
    if (line.startsWith(">>> ")) {
      flush();
      nodes.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"))));
      return nodes;
    }
    if ((found = line.match(HEADING))) {
      flush();
      // The page itself has headings one and two, so a message's begin at three.
      nodes.push(el(`h${found[1].length + 2}`, {}, inline(found[2])));
      at += 1;
    } else if ((found = line.match(SUBTEXT))) {
      flush();
      nodes.push(el("div", { class: "subtext" }, inline(found[1])));
      at += 1;
    } else if (line.startsWith("> ")) {
      flush();
      const quoted = [];
      while (at < lines.length && lines[at].startsWith(">") && (found = lines[at].match(QUOTE))) {
        quoted.push(found[1]);
        at += 1;
      }
      nodes.push(el("blockquote", {}, blocks(quoted.join("\n"))));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (at < lines.length && (found = lines[at].match(ITEM))) {
        items.push({ depth: found[1].length, mark: found[2], text: found[3] });
        at += 1;
      }
      nodes.push(...lists(items));
    } else {
      plain.push(line);
      at += 1;
    }
  }
  flush();
  return nodes;
}

// Items of one depth make a list, deeper ones a list within the item before them, a change of mark a new list.
function lists(items) {
  const nodes = [];
  let list = null;
  for (let at = 0; at < items.length;) {
    const item = items[at];
    const ordered = item.mark.endsWith(".");
    if (list?.nodeName !== (ordered ? "OL" : "UL")) {
      list = el(ordered ? "ol" : "ul", { start: ordered ? parseInt(item.mark, 10) : null });
      nodes.push(list);
    }
    const inner = [];
    for (at += 1; at < items.length && items[at].depth > item.depth + 1; at += 1) inner.push(items[at]);
    list.append(el("li", {}, inline(item.text), lists(inner)));
  }
  return nodes;
}

// Each rule: where it may begin and what becomes of it. They are tried in this order at every place.
const RULES = [
  [/\\([^\p{L}\p{N}\s])/uy, (found) => found[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (found) => el("code", {}, found[2].trim())],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, (found) => el("strong", {}, inline(found[1]))],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, (found) => el("u", {}, inline(found[1]))],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/y, (found) => el("em", {}, inline(found[1]))],
  [/_((?:__|\\[\s\S]|[^_\\])+?)_(?![\p{L}\p{N}_])/uy, (found) => el("em", {}, inline(found[1])), "word"],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, (found) => el("s", {}, inline(found[1]))],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, (found) => spoiler(found[1])],
  [
    /\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?:\s+"[^"]*")?\)/y,
    (found) => link(found[2], inline(found[1])),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, (found) => link(found[1])],
  [/https?:\/\/[^\s<]+[^\s<.,:;!?"'\])*_|~]/y, (found) => link(found[0]), "word"],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (found) => timeNode(Number(found[1]), found[2] ?? "f")],
  [/<@!?(\d+)>/y, (found) => userMention(found[1])],
  [
    /<@&(\d+)>/y,
    (found) => mention(`@${roles().find((role) => role.id === found[1])?.name ?? word("unknownUser")}`),
  ],
  [/<#(\d+)>/y, (found) => channelLink(found[1])],
  [/<(a?):(\w{2,32}):(\d+)>/y, (found) => emojiNode({ id: found[3], name: found[2] })],
  [/<\/([^:<>]{1,100}):(\d+)>/y, (found) => commandLink(found[1])],
  [/@(everyone|here)\b/y, (found) => mention(found[0])],
];

/** One run of text as a list of nodes and strings. */
export function inline(text) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const hit = tryRules(text, at);
    if (hit === null) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (typeof hit.node === "string") plain += hit.node;
    else {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(hit.node);
    }
    at += hit.length;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

const STARTS = new Set("\\`*_~|[<h@");

function tryRules(text, at) {
  if (!STARTS.has(text[at])) return null;
  for (const [pattern, build, after] of RULES) {
    if (after === "word" && at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1])) continue;
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { node: build(found), length: found[0].length };
  }
  return null;
}

function spoiler(text) {
  return el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-expanded": "false",
      "aria-label": word("spoilerShow"),
      "data-action": "reveal",
      "data-spoiler": text,
    },
    el("span", { class: "veiled" }, inline(text)),
  );
}

const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** The channel and message a link to Discord's own pages means, or null: such links stay inside the sandbox. */
export function jumpTarget(url) {
  const found = url.match(JUMP);
  return found && { channel: found[2], message: found[3] ?? "" };
}

function link(url, label = null) {
  const jump = jumpTarget(url);
  if (jump) {
    const name = channelBy(jump.channel)?.name ?? word("unknownChannel");
    return el(
      "a",
      {
        class: "mention",
        href: `#${jump.channel}`,
        "data-action": "jump",
        "data-channel": jump.channel,
        "data-message": jump.message,
      },
      label ?? `#${name}${jump.message ? ` › ${word("message")}` : ""}`,
    );
  }
  return el(
    "a",
    { href: ownAddress(url) ?? url, target: "_blank", rel: "noopener noreferrer" },
    label ?? url,
  );
}

function mention(text) {
  return el("span", { class: "mention" }, text);
}

function userMention(id) {
  const user = userBy(id);
  return el(
    "span",
    { class: "mention", "data-mention": id, "data-me": id === world.me?.id },
    `@${user ? nameOf(user) : word("unknownUser")}`,
  );
}

function channelLink(id) {
  const channel = channelBy(id);
  if (!channel) return mention(`#${word("unknownChannel")}`);
  return el(
    "a",
    { class: "mention", href: `#${id}`, "data-action": "jump", "data-channel": id, "data-message": "" },
    `#${channel.name}`,
  );
}

// As in a Discord client, a person reads a command's name in their own language.
function commandLink(path) {
  return el(
    "button",
    { type: "button", class: "mention", "data-action": "command", "data-command": path },
    `/${shownPath(world.commands, path)}`,
  );
}

/** An emoji: a picture of this server for one with an id, else the character itself. */
export function emojiNode(emoji) {
  if (!emoji.id) return el("span", { class: "emoji-text", "aria-hidden": "true" }, emoji.name);
  return el("img", {
    class: "emoji",
    src: `/emojis/${emoji.id}.png`,
    alt: `:${emoji.name}:`,
    title: `:${emoji.name}:`,
    draggable: "false",
  });
}

const ONLY_EMOJI = /^(?:\s|<a?:\w{2,32}:\d+>|\p{Extended_Pictographic}|\uFE0F|\u200D)+$/u;

/** Whether a text is nothing but emoji, which are then drawn large. */
export function onlyEmoji(text) {
  return text.length < 1200 && ONLY_EMOJI.test(text);
}
