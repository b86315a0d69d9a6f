// What the server last said about this person's surroundings, with the look-ups everybody needs.

export const TEXT_CHANNELS = [0, 5];
export const THREADS = [10, 11, 12];

export const world = {
  me: null,
  users: [],
  guild: null,
  channels: [],
  commands: [],
  locale: navigator.language?.startsWith("de") ? "de" : "en-GB",
  app: null,
  emojis: [],
  channelId: null,
};

/** Takes over a hello frame. */
export function learn(hello) {
  for (const name of ["me", "users", "guild", "channels", "commands", "locale", "app", "emojis"]) {
    if (hello[name] !== undefined) world[name] = hello[name];
  }
  world.users.sort((a, b) => nameOf(a).localeCompare(nameOf(b), world.locale));
}

/** Forgets the person, so that nothing of one is left when another takes over the tab. */
export function forget() {
  Object.assign(world, { me: null });
}

export function nameOf(user) {
  return user?.global_name || user?.username || "?";
}

export function userBy(id) {
  if (world.me?.id === id) return world.me;
  return world.users.find((user) => user.id === id) ?? null;
}

export function channelBy(id) {
  return world.channels.find((channel) => channel.id === id) ?? null;
}

export function roles() {
  return world.guild?.roles ?? [];
}

// A person with one kind of English is shown the other where their own is missing, as in a Discord client.
const NEXT_BEST = { "en-US": "en-GB", "en-GB": "en-US" };

/** The name or description (`field`) of a command, option or choice in the person's language. */
export function localized(thing, field) {
  const texts = thing[`${field}_localizations`] ?? {};
  return texts[world.locale] ?? texts[NEXT_BEST[world.locale]] ?? thing[field];
}

const OWN_PATHS = /^\/(attachments|emojis|avatars|static)\//;

/** An address the page may load: a path on this server, or null when the address is somebody else's. */
export function ownAddress(url) {
  let parsed;
  try {
    parsed = new URL(url, location.href);
  } catch {
    return null;
  }
  // The server may call itself localhost where the page was opened by number, or the other way round.
  return OWN_PATHS.test(parsed.pathname) && isHere(parsed) ? parsed.pathname + parsed.search : null;
}

function isHere(url) {
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  return (
    url.host === location.host ||
    (url.port === location.port && loopback.includes(url.hostname) && loopback.includes(location.hostname))
  );
}

/** Orders Discord ids, which are numbers too large for a JavaScript number. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
