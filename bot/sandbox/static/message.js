// One message as a DOM node: who, when, what, and what became of a press on it.

import { avatar } from "./avatar.js";
import { shownPath } from "./commands.js";
import { componentNodes, textNode } from "./components.js";
import { el, icon } from "./element.js";
import { embedAddresses, embedNode } from "./embeds.js";
import { failureOf } from "./interactions.js";
import { markdown } from "./markdown.js";
import { attachmentNodes } from "./media.js";
import { sentAt } from "./time.js";
import { nameOf, ownAddress, userBy, world } from "./world.js";
import { word } from "./words.js";

const EPHEMERAL = 1 << 6;
const THINKING = 1 << 7;
const SUPPRESS_EMBEDS = 1 << 2;
const COMPONENTS_V2 = 1 << 15;
const THREAD_CREATED = 18;
const PINNED = 6;
const TEXT_DISPLAY = 10;

export function isEphemeral(message) {
  return Boolean(message.flags & EPHEMERAL);
}

/** Whether a message speaks to this person. */
export function speaksToMe(message) {
  return (
    message.author.id !== world.me?.id &&
    (message.mention_everyone || message.mentions?.some((user) => user.id === world.me?.id))
  );
}

/** Whether `later` may stand under `earlier` without repeating its author. */
export function continues(earlier, later) {
  return (
    Boolean(earlier) &&
    earlier.author.id === later.author.id &&
    !later.referenced_message &&
    !usedCommand(later) &&
    isEphemeral(earlier) === isEphemeral(later) &&
    !isEvent(earlier) &&
    !isEvent(later) &&
    new Date(later.timestamp) - new Date(earlier.timestamp) < 420000
  );
}

/** The node of a message. `follows` leaves the author out, because the one before is by the same. */
export function messageNode(message, follows) {
  const thinking = Boolean(message.flags & THINKING);
  const failure = failureOf(message.id);
  return el(
    "article",
    {
      class: "message",
      tabindex: "-1",
      "data-key": message.id,
      "data-message-id": message.id,
      "data-ephemeral": isEphemeral(message) ? "true" : "false",
      "data-follows": follows,
      "data-mentions-me": speaksToMe(message),
      "data-author-id": message.author.id,
      "data-state": failure ? "failed" : thinking ? "thinking" : "ready",
      "aria-label": nameOf(message.author),
    },
    above(message),
    avatar(message.author),
    el(
      "div",
      { class: "body" },
      header(message),
      isEvent(message) ? event(message) : thinking ? thinkingNode(message) : content(message),
      failure ? failureNode(failure) : null,
      isEphemeral(message) ? onlyYou(message) : null,
    ),
  );
}

function above(message) {
  const used = usedCommand(message);
  if (used) {
    return el(
      "div",
      { class: "above" },
      icon("thread"),
      el("b", {}, nameOf(userBy(used.user.id) ?? used.user)),
      ` ${word("used")} `,
      used.name ? el("code", {}, `/${shownPath(world.commands, used.name)}`) : "/",
    );
  }
  if (message.referenced_message) {
    return el(
      "div",
      { class: "above" },
      icon("thread"),
      word("replies", { name: nameOf(message.referenced_message.author) }),
    );
  }
  return null;
}

// Discord names a command over its answer, not over what buttons and forms bring.
function usedCommand(message) {
  const data = message.interaction_metadata;
  if (!data || data.type !== 2) return null;
  return { user: data.user, name: data.name ?? message.interaction?.name ?? null };
}

function header(message) {
  const isApp = message.author.bot || message.webhook_id;
  return el(
    "header",
    { class: "who" },
    el("span", { class: "name" }, nameOf(userBy(message.author.id) ?? message.author)),
    isApp ? el("span", { class: "tag" }, word("app")) : null,
    sentAt(message.timestamp),
  );
}

function content(message) {
  const embeds = message.flags & SUPPRESS_EMBEDS ? [] : (message.embeds ?? []);
  const shown = embedAddresses(embeds);
  const attachments =
    message.flags & COMPONENTS_V2
      ? []
      : (message.attachments ?? []).filter((file) => !shown.includes(ownAddress(file.url)));
  const text = message.content ? textNode(message.content) : null;
  if (text && message.edited_timestamp && !message.components?.length) {
    text.lastElementChild?.append(" ", el("small", { class: "edited" }, word("edited")));
  }
  return [
    text,
    attachmentNodes(attachments),
    embeds.map(embedNode),
    message.components?.length
      ? el("div", { class: "components" }, componentNodes(message.components, message))
      : null,
    message.thread ? threadLink(message.thread) : null,
  ];
}

function isEvent(message) {
  return message.type === THREAD_CREATED || message.type === PINNED;
}

function event(message) {
  if (message.type === PINNED) return el("p", { class: "event" }, word("pinned"));
  const id = message.message_reference?.channel_id;
  return el(
    "p",
    { class: "event" },
    word("thread", { name: message.content }),
    " ",
    id ? threadLink({ id, name: word("openThread") }) : null,
  );
}

function threadLink(thread) {
  return el(
    "a",
    {
      class: "thread-link",
      href: `#${thread.id}`,
      "data-action": "jump",
      "data-channel": thread.id,
      "data-message": "",
    },
    icon("thread"),
    thread.name,
  );
}

function thinkingNode(message) {
  return el(
    "p",
    { class: "thinking" },
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
    word("thinking", { app: nameOf(message.author) }),
  );
}

function failureNode(failure) {
  return el(
    "p",
    { class: "failure", role: "alert", "data-state": "failed" },
    icon("warn"),
    word("failed"),
    failure.reason ? el("span", { class: "reason" }, ` – ${failure.reason}`) : null,
  );
}

function onlyYou(message) {
  return el(
    "p",
    { class: "only-you" },
    icon("eye"),
    word("only"),
    " · ",
    el(
      "button",
      { type: "button", class: "plain", "data-action": "dismiss", "data-message": message.id },
      word("dismiss"),
    ),
  );
}

/** What a message says in plain words that `before`, its earlier state or null, did not say yet. */
export function news(message, before) {
  const old = new Set(before ? lines(before) : []);
  const fresh = el(
    "div",
    {},
    markdown(
      lines(message)
        .filter((line) => line.trim() && !old.has(line))
        .join("\n"),
    ),
  );
  for (const image of fresh.querySelectorAll("img")) image.replaceWith(image.alt.replaceAll(":", " "));
  return [...fresh.childNodes]
    .map((node) => node.textContent)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

function lines(message) {
  const texts = [
    message.content,
    ...(message.embeds ?? []).flatMap((embed) => [embed.title, embed.description]),
  ];
  const collect = (components) => {
    for (const component of components ?? []) {
      if (component.type === TEXT_DISPLAY) texts.push(component.content);
      collect(component.components);
    }
  };
  collect(message.components);
  return texts.filter(Boolean).join("\n").split("\n");
}
