// The line to the server: JSON frames over one WebSocket, opened again by itself whenever it breaks.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

/**
 * Connects as whom `who()` names (a name or id; empty lets the server choose), asked again at every attempt. `onFrame(frame)` gets every frame, `onState(open)`
 * every opening and loss. Returns {send(op), close()}; a frame sent while the line is down is refused with false.
 */
export function connect(who, { onFrame, onState }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let closed = false;

  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const user = who();
    const mine = new WebSocket(
      `${scheme}://${location.host}/people${user ? `?user=${encodeURIComponent(user)}` : ""}`,
    );
    socket = mine;
    mine.addEventListener("open", () => {
      wait = FIRST_WAIT;
      if (!closed) onState(true);
    });
    mine.addEventListener("message", (event) => closed || onFrame(JSON.parse(event.data)));
    mine.addEventListener("close", () => {
      if (closed) return;
      onState(false);
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.6, LONGEST_WAIT);
    });
  };
  open();

  return {
    send(op) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(op));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
