// Who is at the keyboard: the person's own corner and the menu to become another one, here or in a new tab.

import { avatar } from "./avatar.js";
import { el, fill, icon } from "./element.js";
import { nameOf, world } from "./world.js";
import { LANGUAGES, word } from "./words.js";

const corner = document.getElementById("person");
const menu = el("div", { id: "people", popover: "auto" });
document.body.append(menu);

let handlers = {};

/** `become(user)` when another person is picked, `speak(locale)` when another language is. */
export function startPeople(given) {
  handlers = given;
  menu.addEventListener("click", (event) => {
    const id = event.target.closest("button[data-user-id]")?.dataset.userId;
    const user = world.users.find((each) => each.id === id);
    if (!user) return;
    menu.hidePopover();
    if (user.id !== world.me?.id) handlers.become(user);
  });
  menu.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (!(event.key in steps) || event.target.nodeName === "SELECT") return;
    event.preventDefault();
    const buttons = [...menu.querySelectorAll("button[data-user-id]")];
    const at = buttons.indexOf(event.target.closest("li")?.querySelector("button"));
    buttons[(at + steps[event.key] + buttons.length) % buttons.length]?.focus();
  });
}

export function drawPeople() {
  if (!world.me) return;
  document.documentElement.lang = world.locale;
  fill(corner, personButton("person-button"), languageSelect());
  fill(
    menu,
    el("h2", {}, word("playAs")),
    el("ul", {}, world.users.filter((user) => !user.bot).map(personRow)),
    el("label", { class: "menu-language" }, word("language"), " ", languageSelect()),
  );
}

/** The button that opens the menu of people. */
export function personButton(className) {
  return el(
    "button",
    {
      type: "button",
      class: className,
      popovertarget: "people",
      "aria-label": `${word("person")} ${nameOf(world.me)}. ${word("switchPerson")}`,
      title: word("switchPerson"),
      "data-user-id": world.me.id,
    },
    avatar(world.me),
    el("span", { class: "person-text" }, el("small", {}, word("person")), el("b", {}, nameOf(world.me))),
  );
}

function personRow(user) {
  const mine = user.id === world.me.id;
  const name = nameOf(user);
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: "person-choice",
        "data-user-id": user.id,
        "aria-current": mine ? "true" : null,
        autofocus: mine,
      },
      avatar(user),
      el("span", { class: "person-text" }, el("b", {}, name), el("small", {}, user.username)),
      mine ? icon("check") : null,
    ),
    el(
      "a",
      {
        class: "new-tab",
        href: `/?user=${encodeURIComponent(user.username)}${location.hash}`,
        target: "_blank",
        rel: "noopener",
        "aria-label": word("newTab", { name }),
        title: word("newTab", { name }),
      },
      icon("out"),
      el("span", {}, word("newTabShort")),
    ),
  );
}

function languageSelect() {
  const select = el(
    "select",
    { class: "language", "aria-label": word("language") },
    LANGUAGES.map(([code, name]) => el("option", { value: code }, name)),
  );
  select.value = LANGUAGES.some(([code]) => code === world.locale) ? world.locale : "en-GB";
  select.addEventListener("change", () => handlers.speak(select.value));
  return select;
}
