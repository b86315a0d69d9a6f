// Keeps the keyboard where it is while a message changes under it.

const PRESSABLE = "button[data-custom-id]";

/** Runs `change` and then sees to it that the focus is on the same thing, or on what has taken its place. */
export function keepFocus(root, change) {
  const active = document.activeElement;
  if (!active || active === root || !root.contains(active)) {
    change();
    return;
  }
  const message = active.closest("[data-key]:is(article, section)");
  const place = {
    customId: active.dataset.customId,
    label: active.textContent,
    at: message ? [...message.querySelectorAll(PRESSABLE)].indexOf(active) : -1,
  };
  change();
  const lost = document.activeElement !== active || active.disabled;
  if (lost) successor(message, place)?.focus({ preventScroll: true });
}

function successor(message, { customId, label, at }) {
  if (!message?.isConnected) return document.getElementById("timeline");
  const enabled = [...message.querySelectorAll(`${PRESSABLE}:enabled`)];
  const all = [...message.querySelectorAll(PRESSABLE)];
  return (
    enabled.find((node) => node.dataset.customId === customId) ??
    enabled.find((node) => customId !== undefined && node.textContent === label) ??
    (at >= 0 ? (all.slice(at).find((node) => !node.disabled) ?? enabled.at(-1)) : null) ??
    message
  );
}
