/** Carries a piece from a tray: a picture follows the pointer until it is over the board. */
import { pieceIcon } from "../board/piece.js";

/** How far a pointer moves before a press becomes a drag, in pixels. */
const THRESHOLD = 6;

/**
 * @param {PointerEvent} begin
 * @param {object} about
 * @param {() => { form: readonly import("../board/cells.js").Point[], colour: number, unit: number }} about.piece
 * @param {(x: number, y: number) => boolean} about.over tells where it is; answers whether that is on the board
 * @param {(dragged: boolean, x: number, y: number) => void} about.end
 */
export function carry(begin, { piece, over, end }) {
  /** @type {SVGSVGElement | null} */
  let picture = null;
  let dragging = false;
  // Where the colours of this game are known.
  const place = (begin.target instanceof Element && begin.target.closest("main")) || document.body;
  // A finger would cover the piece, so it is held a little above.
  const lift = begin.pointerType === "mouse" ? 0 : 56;

  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== begin.pointerId) return;
    if (!dragging && Math.hypot(event.clientX - begin.clientX, event.clientY - begin.clientY) < THRESHOLD) return;
    dragging = true;
    event.preventDefault();
    const { form, colour, unit } = piece();
    picture ??= place.appendChild(Object.assign(pieceIcon(form, colour), { id: "carried" }));
    picture.style.setProperty("--unit", `${unit}px`);
    picture.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY - lift}px - 50%)`;
    picture.style.opacity = over(event.clientX, event.clientY - lift) ? "0" : "0.9";
  };
  const finish = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== begin.pointerId) return;
    picture?.remove();
    for (const [type, listener] of listeners) document.removeEventListener(type, listener);
    end(dragging && event.type === "pointerup", event.clientX, event.clientY - lift);
  };
  /** @type {[string, any][]} */
  const listeners = [["pointermove", move], ["pointerup", finish], ["pointercancel", finish]];
  for (const [type, listener] of listeners) document.addEventListener(type, listener, { passive: false });
  // The browser would keep the events of a finger at the button where it began.
  if (begin.target instanceof Element && begin.target.hasPointerCapture(begin.pointerId)) begin.target.releasePointerCapture(begin.pointerId);
}
