// The server's name, its channels with their threads, and the head of the open one.

import { el, fill, icon } from "./element.js";
import { personButton } from "./people.js";
import { channelBy, compareIds, TEXT_CHANNELS, THREADS, world } from "./world.js";
import { word } from "./words.js";

const side = document.getElementById("side");
const shade = document.getElementById("shade");
const list = document.getElementById("channels");

let show = () => {};

/** `choose(channelId)` is called when a channel is picked. */
export function startChannels(choose) {
  show = choose;
  list.addEventListener("click", (event) => {
    const id = event.target.closest("[data-channel-id]")?.dataset.channelId;
    if (!id) return;
    closeDrawer();
    show(id);
  });
  shade.addEventListener("click", closeDrawer);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && side.dataset.open !== undefined) closeDrawer();
  });
}

/** The channel to open first: the one in the address if there is such, else the first text channel. */
export function firstChannel() {
  const wanted = channelBy(location.hash.slice(1));
  return (
    (wanted ?? world.channels.find((channel) => TEXT_CHANNELS.includes(channel.type)) ?? world.channels[0])
      ?.id ?? null
  );
}

export function drawChannels() {
  fill(
    document.getElementById("guild"),
    el("b", {}, world.guild?.name ?? "Sandbox"),
    el("span", { class: "badge" }, word("badge")),
  );
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.channelId : null;
  const threads = world.channels
    .filter(
      (channel) => THREADS.includes(channel.type) && (!channel.archived || channel.id === world.channelId),
    )
    .sort((a, b) => compareIds(a.id, b.id));
  fill(
    list,
    el(
      "ul",
      {},
      world.channels
        .filter((channel) => !THREADS.includes(channel.type) && channel.type !== 4)
        .map((channel) => {
          const inner = threads.filter((thread) => thread.parent_id === channel.id);
          return el(
            "li",
            {},
            channelButton(channel, "hash"),
            inner.length
              ? el(
                  "ul",
                  {},
                  inner.map((thread) => el("li", {}, channelButton(thread, "thread"))),
                )
              : null,
          );
        }),
    ),
  );
  if (focused) list.querySelector(`[data-channel-id="${CSS.escape(focused)}"]`)?.focus();
}

function channelButton(channel, kind) {
  return el(
    "button",
    {
      type: "button",
      class: "channel",
      "data-channel-id": channel.id,
      "aria-current": channel.id === world.channelId ? "page" : null,
    },
    icon(kind),
    el("span", {}, channel.name),
  );
}

/** The head of the page: channel, badge, whether the app is there, and on a phone the person. */
export function drawTop() {
  const channel = channelBy(world.channelId);
  const state = world.app?.online === true ? "online" : "offline";
  const appState = world.app ? `${world.app.name} ${word(state)}` : "";
  fill(
    document.getElementById("top"),
    el(
      "button",
      {
        type: "button",
        class: "tool drawer-button",
        "aria-label": word("openChannels"),
        "aria-controls": "side",
        onclick: openDrawer,
      },
      icon("menu"),
    ),
    el(
      "h1",
      {},
      icon(channel && THREADS.includes(channel.type) ? "thread" : "hash"),
      el("span", {}, channel?.name ?? ""),
    ),
    el(
      "span",
      { class: "badge" },
      el("span", { class: "long" }, word("badge")),
      el("span", { class: "short" }, word("badgeShort")),
    ),
    world.app
      ? el(
          "span",
          {
            class: "app-state",
            id: "app-state",
            "data-state": state,
            role: "img",
            "aria-label": appState,
            title: appState,
          },
          el("span", { class: "lamp" }),
          el("span", {}, appState),
        )
      : null,
    world.me ? personButton("person-button in-top") : null,
  );
}

function openDrawer() {
  side.dataset.open = "";
  shade.hidden = false;
  list.querySelector("[aria-current]")?.focus();
}

function closeDrawer() {
  if (side.dataset.open === undefined) return;
  delete side.dataset.open;
  shade.hidden = true;
  document.querySelector(".drawer-button")?.focus();
}
