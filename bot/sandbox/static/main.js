// Ties the page together: frames from the server to what is shown, and what a person does to frames for the server.

import { closeCommandForm } from "./commandform.js";
import { commandData, entryOf, leaves } from "./commands.js";
import { drawComposer, showCommands, startCommand, startComposer } from "./composer.js";
import { connect } from "./connection.js";
import { drawChannels, drawTop, firstChannel, startChannels } from "./channels.js";
import { begin, failAll, forgetInteractions, newNonce, onInteraction, settle } from "./interactions.js";
import { closeModal, modalSettled, openModal } from "./modal.js";
import { drawPeople, startPeople } from "./people.js";
import { drawNotice, showConnection, toast } from "./status.js";
import { tick } from "./time.js";
import {
  clearTimeline,
  drawTimeline,
  putMessage,
  removeMessage,
  showInteraction,
  showMessage,
  showMessages,
  startTimeline,
} from "./timeline.js";
import { channelBy, forget, learn, nameOf, world } from "./world.js";
import { word } from "./words.js";

const suggestions = new Map();
let line = null;
let connected = false;
let greeted = false;
let afterLoad = null;
let unseen = 0;

window.sandbox = {
  get me() {
    return world.me;
  },
  get connected() {
    return connected && greeted;
  },
};

function start() {
  startPeople({ become, speak });
  startChannels(openChannel);
  startComposer({ say, send: sendCommand, ask: askChoices });
  startTimeline({ press, dismiss, jump, command, all: showCommands });
  onInteraction((entry) => {
    showInteraction(entry);
    if (entry.kind === "modal") modalSettled(entry.nonce, entry.state, entry.reason);
  });
  drawNotice();
  drawComposer();
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", () => document.hidden || drawTitle(0));
  enter(new URLSearchParams(location.search).get("user") ?? "");
}

// Opens the line as somebody, after everything of the last person is gone from the page.
function enter(user) {
  line?.close();
  closeModal();
  closeCommandForm();
  forgetInteractions();
  suggestions.clear();
  forget();
  greeted = false;
  showState();
  clearTimeline();
  // A server that starts anew gives new ids to the same names, so a person comes back by name.
  let asked = user;
  const who = () => {
    asked = world.me?.username ?? user;
    return asked;
  };
  const mine = connect(who, {
    onFrame: (frame) => mine === line && receive(frame, asked),
    onState: (open) => mine === line && onLine(open),
  });
  line = mine;
}

// The page's content policy forbids evaluated code, so tests wait for these attributes rather than for a script.
function showState() {
  document.documentElement.dataset.state = window.sandbox.connected ? "connected" : "disconnected";
  document.documentElement.dataset.me = world.me?.id ?? "";
}

function onLine(open) {
  connected = open;
  if (!open) {
    greeted = false;
    failAll();
    for (const nonce of [...suggestions.keys()]) suggest(nonce, []);
  }
  showConnection(open);
  showState();
}

function receive(frame, user) {
  switch (frame.t) {
    case "hello":
      onHello(frame, user);
      break;
    case "messages":
      if (frame.channel_id !== world.channelId) break;
      showMessages(frame.messages);
      if (afterLoad) showMessage(afterLoad);
      afterLoad = null;
      break;
    case "message":
      onMessage(frame.message);
      break;
    case "message_delete":
      if (frame.channel_id === world.channelId) removeMessage(frame.id);
      break;
    case "interaction":
      settle(frame.nonce, frame.state, frame.reason);
      if (frame.state === "failed") suggest(frame.nonce, []);
      break;
    case "modal":
      settle(frame.nonce, "acknowledged");
      openModal(frame, submitModal);
      break;
    case "choices":
      suggest(frame.nonce, frame.choices);
      break;
    case "error":
      if (frame.nonce) {
        suggest(frame.nonce, []);
        settle(frame.nonce, "failed", frame.message);
      }
      toast(frame.message);
      break;
  }
}

function onHello(hello, user) {
  if (user && hello.me.id !== user && !isCalled(hello.me, user)) {
    const meant = hello.users.find((each) => !each.bot && isCalled(each, user));
    if (meant) {
      become(meant);
      return;
    }
    if (!greeted) toast(word("nobody", { user, me: nameOf(hello.me) }));
  }
  learn(hello);
  const first = !greeted;
  greeted = true;
  if (!channelBy(world.channelId)) world.channelId = firstChannel();
  drawAll();
  showState();
  if (first && world.channelId) line.send({ op: "channel", channel_id: world.channelId });
}

function isCalled(user, name) {
  return [user.username, user.global_name].some(
    (each) => each?.toLocaleLowerCase() === name.toLocaleLowerCase(),
  );
}

function onMessage(message) {
  if (message.channel_id !== world.channelId) return;
  const fresh = putMessage(message);
  if (fresh && document.hidden && message.author.id !== world.me?.id) drawTitle(unseen + 1);
}

function drawAll() {
  drawPeople();
  drawChannels();
  drawTop();
  drawComposer();
  drawNotice();
  drawTimeline();
  drawTitle(unseen);
}

function drawTitle(count) {
  unseen = count;
  const channel = channelBy(world.channelId);
  const parts = [channel ? `#${channel.name}` : null, world.me ? nameOf(world.me) : null, "Sandbox"].filter(
    Boolean,
  );
  document.title = `${count ? `(${count}) ` : ""}${parts.join(" · ")}`;
}

function openChannel(id, message = "") {
  if (id === world.channelId) {
    if (message) showMessage(message);
    return;
  }
  world.channelId = id;
  afterLoad = message;
  history.replaceState(null, "", `${location.pathname}${location.search}#${id}`);
  closeCommandForm();
  clearTimeline();
  drawAll();
  line.send({ op: "channel", channel_id: id });
}

function jump(channel, message) {
  if (channelBy(channel)) openChannel(channel, message);
  else toast(word("linkGone"));
}

function become(user) {
  history.replaceState(
    null,
    "",
    `${location.pathname}?user=${encodeURIComponent(user.username)}${location.hash}`,
  );
  enter(user.id);
}

function speak(locale) {
  world.locale = locale;
  line.send({ op: "locale", locale });
  drawAll();
}

function say(content) {
  if (!line.send({ op: "say", channel_id: world.channelId, content })) toast(word("lost"));
}

function dismiss(id) {
  line.send({ op: "dismiss", channel_id: world.channelId, message_id: id });
  removeMessage(id);
}

function press(message, component, values) {
  const nonce = begin({ kind: "component", messageId: message.id, customId: component.custom_id, values });
  const op = {
    op: "component",
    nonce,
    channel_id: message.channel_id,
    message_id: message.id,
    custom_id: component.custom_id,
    component_type: component.type,
  };
  deliver(nonce, values ? { ...op, values } : op);
}

function command(path, now) {
  const entry = entryOf(leaves(world.commands), path);
  if (entry) startCommand(entry, now);
  else toast(word("noCommands"));
}

function sendCommand(entry, values) {
  const nonce = begin({ kind: "command", label: entry.shown, channelId: world.channelId });
  deliver(nonce, { op: "command", nonce, channel_id: world.channelId, data: commandData(entry, values) });
}

function askChoices(entry, values) {
  const nonce = newNonce();
  return new Promise((resolve) => {
    suggestions.set(nonce, resolve);
    const op = { op: "autocomplete", nonce, channel_id: world.channelId, data: commandData(entry, values) };
    if (!line.send(op)) suggest(nonce, []);
  });
}

function suggest(nonce, choices) {
  suggestions.get(nonce)?.(choices);
  suggestions.delete(nonce);
}

function submitModal(frame, components) {
  const nonce = begin({ kind: "modal" });
  // The form must know its nonce before an answer can come.
  queueMicrotask(() =>
    deliver(nonce, {
      op: "modal",
      nonce,
      interaction_id: frame.interaction_id,
      custom_id: frame.custom_id,
      components,
    }),
  );
  return nonce;
}

function deliver(nonce, op) {
  if (!line.send(op)) settle(nonce, "failed");
}

start();
