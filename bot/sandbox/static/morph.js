// Turns one DOM tree into another in place, so that what did not change keeps its element: pictures do not flicker,
// focus and scroll stay. Nodes with data-key are matched by it, others by their place among those of the same tag.

/** Makes `from` equal to `to`; both have the same tag. `to` is used up. */
export function morph(from, to) {
  attributes(from, to);
  children(from, to);
}

/** Makes the children of `parent` equal to `wanted`, a list of nodes. */
export function morphChildren(parent, wanted) {
  const holder = document.createElement("div");
  holder.append(...wanted);
  children(parent, holder);
}

function attributes(from, to) {
  // What a person has uncovered stays uncovered as long as it is the same thing.
  const uncovered =
    from.dataset?.spoiler !== undefined &&
    from.dataset.spoiler === to.dataset.spoiler &&
    from.dataset.revealed !== undefined;
  if (uncovered) to.dataset.revealed = "";
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) === value) continue;
    // The content policy forbids style attributes but not the style object.
    if (name === "style") from.style.cssText = to.style.cssText;
    else from.setAttribute(name, value);
  }
}

function children(from, to) {
  const keyed = new Map();
  const loose = [];
  for (const child of from.childNodes) {
    const key = keyOf(child);
    if (key === null) loose.push(child);
    else keyed.set(key, child);
  }
  const pairs = [...to.childNodes].map((wanted) => [wanted, match(wanted, keyed, loose)]);
  // What goes, goes first: then nothing that stays is moved, and moving would cost it the focus.
  for (const rest of [...keyed.values(), ...loose]) rest.remove();
  let place = from.firstChild;
  for (const [wanted, kept] of pairs) {
    if (kept) update(kept, wanted);
    if (kept && kept === place) place = place.nextSibling;
    else from.insertBefore(kept ?? wanted, place);
  }
}

function match(wanted, keyed, loose) {
  const key = keyOf(wanted);
  if (key !== null) {
    const found = keyed.get(key);
    if (!found || found.nodeName !== wanted.nodeName) return null;
    keyed.delete(key);
    return found;
  }
  const index = loose.findIndex((node) => node.nodeName === wanted.nodeName);
  return index < 0 ? null : loose.splice(index, 1)[0];
}

function update(kept, wanted) {
  if (kept.nodeType === Node.ELEMENT_NODE) morph(kept, wanted);
  else if (kept.nodeValue !== wanted.nodeValue) kept.nodeValue = wanted.nodeValue;
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;
}
