// Keeps the keyboard where it is while a message changes under it.

const PRESSABLE = "button[data-custom-id]";

// What had to be left because it could not be pressed, as a card while others play: {node, wanted}. `node` has the
// focus meanwhile; as long as it keeps it, the focus goes back once something in the old place can be pressed again.
let parked = null;

/** Runs `change` and then sees to it that the focus is on the same thing, or on what has taken its place. */
export function keepFocus(root, change) {
  const active = document.activeElement;
  if (!active || active === root || !root.contains(active)) {
    parked = null;
    change();
    return;
  }
  if (parked?.node !== active) parked = null;
  const message = active.closest("[data-key]:is(article, section)");
  const wanted = parked?.wanted ?? {
    customId: active.dataset.customId,
    label: active.textContent,
    look: active.className,
    at: message ? [...message.querySelectorAll(PRESSABLE)].indexOf(active) : -1,
  };
  change();
  const lost = document.activeElement !== active || active.disabled;
  if (!lost && !parked) return;
  if (!message?.isConnected) {
    parked = null;
    newest(root).focus({ preventScroll: true });
    return;
  }
  const all = [...message.querySelectorAll(PRESSABLE)];
  const found = sameAgain(all, wanted);
  if (found) {
    parked = null;
    found.focus({ preventScroll: true });
  } else if (lost) {
    const stay = nearest(all, wanted.at) ?? message;
    stay.focus({ preventScroll: true });
    parked = { node: stay, wanted };
  }
}

/** The same button, or one that looks like it in its place or right before it. */
function sameAgain(all, { customId, label, look, at }) {
  const enabled = all.filter((node) => !node.disabled);
  return (
    enabled.find((node) => node.dataset.customId === customId) ??
    enabled.find((node) => customId !== undefined && node.textContent === label) ??
    all.slice(0, at + 1).findLast((node) => !node.disabled && node.className === look)
  );
}

function nearest(all, at) {
  if (at < 0) return null;
  return all.slice(at).find((node) => !node.disabled) ?? all.findLast((node) => !node.disabled);
}

/** The newest message with something to press, so that the next step of the keys is into it. */
function newest(root) {
  const messages = [...root.querySelectorAll("article")];
  return (
    messages.findLast((node) => node.querySelector(`${PRESSABLE}:enabled`)) ?? document.getElementById("timeline")
  );
}
