// Embeds, the older kind of rich message.

import { colour } from "./components.js";
import { el } from "./element.js";
import { inline, markdown } from "./markdown.js";
import { picture, safeLink } from "./media.js";
import { sentAt } from "./time.js";
import { ownAddress } from "./world.js";

export function embedNode(embed) {
  const box = el(
    "article",
    { class: "embed" },
    embed.author ? el("div", { class: "embed-author" }, linked(embed.author.url, embed.author.name)) : null,
    embed.title ? el("h3", {}, linked(embed.url, inline(embed.title))) : null,
    embed.description ? el("div", { class: "text" }, markdown(embed.description)) : null,
    embed.fields?.length ? el("div", { class: "fields" }, embed.fields.map(field)) : null,
    embed.image ? picture({ ...embed.image, spoiler: false }) : null,
    embed.thumbnail
      ? el("div", { class: "thumbnail" }, picture({ ...embed.thumbnail, spoiler: false }))
      : null,
    embed.footer || embed.timestamp
      ? el(
          "footer",
          {},
          embed.footer?.text,
          embed.footer && embed.timestamp ? " · " : null,
          embed.timestamp ? sentAt(embed.timestamp) : null,
        )
      : null,
  );
  if (embed.color !== null && embed.color !== undefined)
    box.style.setProperty("--accent", colour(embed.color));
  return box;
}

/** The addresses of pictures that embeds show, which are then not shown again as attachments. */
export function embedAddresses(embeds) {
  return embeds
    .flatMap((embed) => [embed.image?.url, embed.thumbnail?.url])
    .filter(Boolean)
    .map((url) => ownAddress(url));
}

function field(item) {
  return el(
    "div",
    { class: "field", "data-inline": item.inline === true },
    el("div", { class: "field-name" }, inline(item.name)),
    el("div", { class: "text" }, markdown(item.value)),
  );
}

function linked(url, content) {
  const address = url ? safeLink(url) : null;
  return address
    ? el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, content)
    : content;
}
