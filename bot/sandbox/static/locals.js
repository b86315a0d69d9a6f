// What the page itself puts among the messages: the welcome above them and the commands that are under way below.

import { avatar } from "./avatar.js";
import { entryOf, leaves } from "./commands.js";
import { el, icon } from "./element.js";
import { channelBy, nameOf, world } from "./world.js";
import { word } from "./words.js";

// The command that brings a newcomer to the first card.
const FIRST_COMMAND = "skat open";

/** The beginning of every channel: where one is and how to start. */
export function welcomeNode() {
  const entry = entryOf(leaves(world.commands), FIRST_COMMAND);
  const channel = channelBy(world.channelId);
  const ready = entry !== null && world.app?.online !== false;
  return el(
    "section",
    { class: "welcome", "data-key": "welcome", tabindex: "-1" },
    el(
      "h2",
      {},
      word("welcome"),
      channel ? el("span", { class: "welcome-channel" }, ` #${channel.name}`) : null,
    ),
    el("p", {}, word("welcomeText")),
    el(
      "button",
      {
        type: "button",
        class: "start",
        "data-action": "command",
        "data-now": true,
        "data-command": FIRST_COMMAND,
        disabled: !ready,
      },
      el("strong", {}, ready ? word("open") : word("openWait")),
      el("code", {}, `/${entry?.shown ?? FIRST_COMMAND}`),
    ),
    el(
      "p",
      { class: "hint" },
      word("openHow"),
      " ",
      el("button", { type: "button", class: "plain", "data-action": "commands" }, word("otherCommands")),
    ),
    el("p", { class: "hint" }, word("openSeveral", { menu: world.me ? nameOf(world.me) : "…" })),
  );
}

/** A command that was sent and not answered yet, or that failed. */
export function localNode(entry) {
  const failed = entry.state === "failed";
  return el(
    "article",
    {
      class: "message local",
      tabindex: "-1",
      "data-key": entry.nonce,
      "data-nonce": entry.nonce,
      "data-state": entry.state,
    },
    world.me ? avatar(world.me) : null,
    el(
      "div",
      { class: "body" },
      el(
        "header",
        { class: "who" },
        el("span", { class: "name" }, nameOf(world.me)),
        " ",
        word("used"),
        " ",
        el("code", {}, `/${entry.label}`),
      ),
      failed
        ? el(
            "p",
            { class: "failure", role: "alert", "data-state": "failed" },
            icon("warn"),
            word("failed"),
            entry.reason ? el("span", { class: "reason" }, ` – ${entry.reason}`) : null,
            " · ",
            el(
              "button",
              { type: "button", class: "plain", "data-action": "forget", "data-nonce": entry.nonce },
              word("dismiss"),
            ),
          )
        : el(
            "p",
            { class: "thinking" },
            el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
            word("sending"),
          ),
    ),
  );
}
