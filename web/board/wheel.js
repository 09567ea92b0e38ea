/**
 * Turns of a wheel. A notch of a mouse is one event, a stroke on a trackpad is dozens of small ones: what counts is how
 * far it went.
 */

/** How far a turn is, in pixels. */
const TURN = 100;
/** What a first event must have to be a notch by itself: some mice have smaller ones than others. */
const NOTCH = 40;
/** How long a stroke may stand still, in milliseconds. */
const PAUSE = 200;
/** Pixels of a pixel, a line and a page, as `deltaMode` counts; a notch is three lines. */
const UNITS = [1, 34, TURN];

export class Wheel {
  #sum = 0;
  #last = -Infinity;

  /**
   * How often an event turns: 1 to the right, -1 to the left, 0 not yet.
   *
   * @param {Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "timeStamp">} event
   */
  turns({ deltaX, deltaY, deltaMode, timeStamp }) {
    const delta = (deltaY || deltaX) * UNITS[deltaMode];
    const begins = timeStamp - this.#last > PAUSE || delta * this.#sum < 0;
    this.#last = timeStamp;
    this.#sum = begins ? delta : this.#sum + delta;
    if (Math.abs(this.#sum) < (begins ? NOTCH : TURN)) return 0;
    const turn = Math.sign(this.#sum);
    this.#sum = 0;
    return turn;
  }
}
