// What this person has pressed, chosen or sent and what became of it: pending until the server says acknowledged or
// failed. Keyed by nonce; a message and custom id, a command or a modal stand behind each.

const pending = new Map();
const failures = new Map();
const choices = new Map();
let listener = () => {};
let count = 0;

/** `changed(entry)` is called when an interaction begins or ends. */
export function onInteraction(changed) {
  listener = changed;
}

/** A nonce nobody used before on this page; Discord allows 25 characters. */
export function newNonce() {
  count += 1;
  return `${Date.now().toString(36)}.${count}`;
}

/** Notes a new interaction; `entry` is {kind, messageId?, customId?, label?, channelId?, values?}. Returns its nonce. */
export function begin(entry) {
  const nonce = newNonce();
  const noted = { ...entry, nonce, state: "pending", reason: null };
  pending.set(nonce, noted);
  if (entry.messageId) {
    failures.delete(entry.messageId);
    if (entry.values) choices.set(choiceKey(entry.messageId, entry.customId), entry.values);
  }
  listener(noted);
  return nonce;
}

/** The server's word on an interaction. Unknown nonces are another connection's and are let go. */
export function settle(nonce, state, reason = null) {
  const entry = pending.get(nonce);
  if (!entry || state === "sent") return;
  pending.delete(nonce);
  entry.state = state;
  entry.reason = reason;
  if (entry.messageId && state === "failed") {
    failures.set(entry.messageId, entry);
    choices.delete(choiceKey(entry.messageId, entry.customId));
  }
  listener(entry);
}

/** Whatever is still open can no longer be answered: the connection or the person is gone. */
export function failAll() {
  for (const nonce of [...pending.keys()]) settle(nonce, "failed");
}

export function isPending(messageId, customId) {
  for (const entry of pending.values()) {
    if (entry.messageId === messageId && entry.customId === customId) return true;
  }
  return false;
}

/** The failed interaction to be told under a message, if any. */
export function failureOf(messageId) {
  return failures.get(messageId) ?? null;
}

/** What the person has just chosen in a select, until the app draws that select anew. */
export function chosen(messageId, customId) {
  return choices.get(choiceKey(messageId, customId)) ?? null;
}

/** The app has drawn a message anew: what it says is chosen counts from now on. */
export function forgetChoices(messageId) {
  for (const key of [...choices.keys()]) {
    if (key.startsWith(`${messageId} `)) choices.delete(key);
  }
}

/** Another person, another past. */
export function forgetInteractions() {
  pending.clear();
  failures.clear();
  choices.clear();
}

function choiceKey(messageId, customId) {
  return `${messageId} ${customId}`;
}
