// Pictures and files. Only what this server holds is loaded; anything else is named, not fetched.

import { el, icon } from "./element.js";
import { ownAddress, world } from "./world.js";
import { word } from "./words.js";

/** A gallery of Discord media items {media, description, spoiler}. */
export function gallery(items) {
  return el(
    "div",
    { class: "gallery", "data-count": Math.min(items.length, 5) },
    items.map((item) =>
      picture({
        url: item.media.url,
        width: item.media.width,
        height: item.media.height,
        description: item.description,
        spoiler: item.spoiler,
      }),
    ),
  );
}

export function thumbnail(item) {
  return el(
    "div",
    { class: "thumbnail" },
    picture({
      url: item.media.url,
      width: item.media.width,
      height: item.media.height,
      description: item.description,
      spoiler: item.spoiler,
    }),
  );
}

/** One picture {url, width, height, description, spoiler} that opens large when pressed. */
export function picture(media) {
  const address = ownAddress(media.url);
  const name = media.description || word("picture");
  if (address === null) {
    return el(
      "a",
      { class: "remote", href: safeLink(media.url), target: "_blank", rel: "noopener noreferrer" },
      `${media.description || word("remote")}`,
    );
  }
  return el(
    "div",
    { class: "picture", "data-spoiler": media.spoiler ? address : null },
    media.spoiler ? veil() : null,
    el(
      "button",
      {
        type: "button",
        class: "veiled zoom",
        "data-action": "zoom",
        "data-url": address,
        "data-description": media.description,
        "aria-label": word("enlarge", { name }),
      },
      el("img", { src: address, alt: media.description || "", width: media.width || null, height: media.height || null }),
    ),
  );
}

/** A file {url, name, size, spoiler} to download; sizes in bytes. */
export function fileNode(file) {
  const address = ownAddress(file.url);
  const name = file.name || decodeURIComponent(file.url.split(/[?#]/)[0].split("/").pop());
  return el(
    "div",
    { class: "file", "data-spoiler": file.spoiler ? file.url : null },
    file.spoiler ? veil() : null,
    el(
      "div",
      { class: "veiled" },
      icon("file"),
      el("a", { href: address ?? safeLink(file.url), download: address ? name : null }, name),
      file.size ? el("span", { class: "size" }, sizeText(file.size)) : null,
    ),
  );
}

/** The pictures and files attached to a message without components of the second version. */
export function attachmentNodes(attachments) {
  const pictures = attachments.filter((file) => file.content_type?.startsWith("image/"));
  const others = attachments.filter((file) => !pictures.includes(file));
  return [
    pictures.length
      ? el(
          "div",
          { class: "gallery", "data-count": Math.min(pictures.length, 5) },
          pictures.map((file) => picture({ ...file, spoiler: file.filename.startsWith("SPOILER_") })),
        )
      : null,
    others.map((file) => fileNode({ url: file.url, name: file.filename, size: file.size })),
  ];
}

/** An http address as it is, anything else as nothing. */
export function safeLink(url) {
  return /^https?:\/\//.test(url) ? url : null;
}

function sizeText(bytes) {
  const kilo = bytes >= 1e6 ? [bytes / 1e6, "MB"] : bytes >= 1e3 ? [bytes / 1e3, "kB"] : [bytes, "B"];
  return `${new Intl.NumberFormat(world.locale, { maximumFractionDigits: 1 }).format(kilo[0])} ${kilo[1]}`;
}

/** The cover of something hidden as a spoiler; lies beside a node of class veiled. */
export function veil() {
  return el(
    "button",
    { type: "button", class: "veil", "data-action": "reveal" },
    icon("eye"),
    word("spoilerShow"),
  );
}
