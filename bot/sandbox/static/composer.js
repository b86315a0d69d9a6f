// The box at the bottom: ordinary messages, and commands from the first "/" on.

import { leaves, search } from "./commands.js";
import { openCommandForm } from "./commandform.js";
import { el, fill, icon } from "./element.js";
import { channelBy, world } from "./world.js";
import { word } from "./words.js";

const LONGEST = 2000;

// The same width at which the style sheets turn to the phone's layout.
const narrow = matchMedia("(max-width: 760px)");

const area = document.getElementById("compose");
const input = el("textarea", {
  id: "say",
  rows: 1,
  maxlength: LONGEST,
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  "aria-controls": "picker",
  autocomplete: "off",
  enterkeyhint: "send",
});
const picker = el("div", { id: "picker", role: "listbox", hidden: true });
const commandsButton = el("button", { type: "button", id: "commands", class: "tool" });
const sendButton = el("button", { type: "button", id: "send", class: "tool" });
const bar = el("div", { class: "bar" }, commandsButton, input, sendButton);

const state = { found: [], active: 0, say: () => {}, send: () => {}, ask: () => {} };

/** `say(text)` sends a message, `send(entry, values)` a command, `ask(entry, values)` promises suggestions. */
export function startComposer({ say, send, ask }) {
  Object.assign(state, { say, send, ask });
  fill(area, picker, bar);
  commandsButton.addEventListener("click", showCommands);
  sendButton.addEventListener("click", submit);
  narrow.addEventListener("change", drawComposer);
  input.addEventListener("input", onInput);
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => setTimeout(() => document.activeElement === input || hidePicker(), 0));
  picker.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const option = event.target.closest("[data-at]");
    if (option) state.pressed = Number(option.dataset.at);
  });
  // A finger that scrolls the list also presses it; only a whole click chooses.
  picker.addEventListener("click", (event) => {
    const option = event.target.closest("[data-at]");
    if (option && Number(option.dataset.at) === state.pressed) choose(state.pressed);
  });
}

/** Shows the words, name and permissions of the channel that is open. */
export function drawComposer() {
  const channel = channelBy(world.channelId);
  const may = channel?.can_send !== false;
  input.placeholder = may
    ? word(narrow.matches ? "say" : "sayLong", { channel: channel ? `#${channel.name}` : "" })
    : word("sayNot");
  input.setAttribute("aria-label", input.placeholder);
  picker.setAttribute("aria-label", word("commands"));
  fill(commandsButton, icon("slash"), el("span", { class: "tool-text" }, word("commands")));
  commandsButton.setAttribute("aria-label", word("commands"));
  fill(sendButton, icon("send"));
  sendButton.setAttribute("aria-label", word("send"));
  if (!picker.hidden) onInput();
}

/** Opens the list of all commands. */
export function showCommands() {
  input.value = "/";
  input.focus();
  onInput();
}

/** Opens the form of one command, or sends it at once when `now` and nothing must be filled in. */
export function startCommand(entry, now) {
  if (now && !entry.options.some((option) => option.required)) {
    state.send(entry, []);
    return;
  }
  hidePicker();
  input.value = "";
  grow();
  bar.hidden = true;
  openCommandForm(area, entry, {
    ask: state.ask,
    send: state.send,
    closed: () => {
      bar.hidden = false;
      input.focus();
    },
  });
}

function onInput() {
  grow();
  if (!input.value.startsWith("/")) {
    hidePicker();
    return;
  }
  state.found = search(leaves(world.commands), input.value.slice(1));
  state.active = 0;
  drawPicker();
}

function drawPicker() {
  picker.hidden = false;
  input.setAttribute("aria-expanded", "true");
  if (!state.found.length) {
    fill(picker, el("p", { class: "nothing" }, word(world.commands.length ? "noCommands" : "noCommandsYet")));
    input.removeAttribute("aria-activedescendant");
    return;
  }
  fill(
    picker,
    state.found.map((entry, at) =>
      el(
        "div",
        {
          role: "option",
          id: `picker-${at}`,
          "data-at": at,
          "data-command": entry.plain,
          class: at === state.active ? "option active" : "option",
          "aria-selected": String(at === state.active),
        },
        el(
          "span",
          { class: "option-text" },
          el("b", {}, `/${entry.shown}`),
          el("small", {}, entry.description),
        ),
        entry.options.length
          ? el(
              "span",
              { class: "option-names" },
              entry.options
                .slice(0, 4)
                .map((option) =>
                  el(
                    "code",
                    { "data-required": option.required === true },
                    option.name_localizations?.[world.locale] ?? option.name,
                  ),
                ),
            )
          : null,
      ),
    ),
  );
  input.setAttribute("aria-activedescendant", `picker-${state.active}`);
  picker.children[state.active].scrollIntoView({ block: "nearest" });
}

function hidePicker() {
  picker.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function choose(at) {
  const entry = state.found[at];
  if (entry) startCommand(entry, false);
}

function onKey(event) {
  if (event.isComposing) return;
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (!picker.hidden && event.key in steps && state.found.length) {
    event.preventDefault();
    state.active = (state.active + steps[event.key] + state.found.length) % state.found.length;
    drawPicker();
  } else if (!picker.hidden && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
    if (event.key === "Tab" && !state.found.length) return;
    event.preventDefault();
    choose(state.active);
  } else if (!picker.hidden && event.key === "Escape") {
    event.preventDefault();
    hidePicker();
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  }
}

function submit() {
  const text = input.value.trim();
  if (text.startsWith("/")) {
    onInput();
    input.focus();
    return;
  }
  if (!text || channelBy(world.channelId)?.can_send === false) return;
  state.say(text);
  input.value = "";
  grow();
  input.focus();
}

// The box is as high as its text, up to the limit in the style sheet.
function grow() {
  input.style.setProperty("height", "auto");
  input.style.setProperty("height", `${input.scrollHeight}px`);
}
