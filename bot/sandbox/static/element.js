// Builds DOM nodes. Text only ever becomes text nodes and attribute values: nothing here parses HTML.

/**
 * An element. Attributes that are null, undefined or false are left out, true becomes an empty one, and a
 * function under a name such as "onclick" becomes a listener. Children may be nodes, strings, nested lists, or
 * null and false, which are skipped.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  return put(node, ...children);
}

/** Appends children as `el` does and returns the parent. */
export function put(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child);
  }
  return parent;
}

/** Puts these children in place of all others. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return put(parent, ...children);
}

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  menu: "M3 6h18M3 12h18M3 18h18",
  send: "M4 12h14M12 5l7 7-7 7",
  slash: "M15 4L9 20",
  down: "M6 9l6 6 6-6",
  close: "M6 6l12 12M18 6L6 18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
  hash: "M5 9h15M4 15h15M10 4L8 20M16 4l-2 16",
  thread: "M6 4v7a3 3 0 003 3h10M15 10l4 4-4 4",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  out: "M14 5h5v5M19 5l-8 8M10 6H5v13h13v-5",
  check: "M5 13l4 4L19 7",
  warn: "M12 4l9 16H3zM12 10v4M12 17v.5",
};

/** A line drawing in the current text colour, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
