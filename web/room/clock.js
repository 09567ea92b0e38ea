/** Clocks of seats: the server says what was left when a clock began to run. */
/** @import { RoomState, SeatState } from "../shell/types.js" */

/**
 * The seconds that a seat has left.
 *
 * @param {RoomState} state
 * @param {SeatState} seat
 * @param {number} received when the state came, by this browser's clock in milliseconds
 * @param {number} now
 */
export function secondsLeft(state, seat, received, now) {
  if (seat.clock === null || seat.clock === undefined) return null;
  if (state.running?.player !== seat.player) return seat.clock;
  // A turn may begin later than it is told, after the delay of an agent.
  const used = Math.max(0, state.now - state.running.since + now - received);
  return Math.max(0, seat.clock - used / 1000);
}

/** @param {number} seconds */
export function clockText(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const rest = String(whole % 60).padStart(2, "0");
  return whole < 3600 ? `${Math.floor(whole / 60)}:${rest}` : `${Math.floor(whole / 3600)}:${String(Math.floor(whole / 60) % 60).padStart(2, "0")}:${rest}`;
}
