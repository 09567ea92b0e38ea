/** Short sounds, made by the browser itself. */
import { settings } from "./settings.js";

/** @type {AudioContext | undefined} */
let context;

/**
 * Notes of a sound: frequency in hertz, when it begins and how long it rings, in seconds, and how loud it is.
 *
 * @type {Record<"place" | "other" | "wrong" | "pass" | "end", [number, number, number, number][]>}
 */
const SOUNDS = {
  place: [[190, 0, 0.09, 0.5], [380, 0, 0.05, 0.2]],
  other: [[150, 0, 0.09, 0.4], [300, 0, 0.05, 0.15]],
  wrong: [[110, 0, 0.16, 0.3]],
  pass: [[330, 0, 0.12, 0.15], [262, 0.1, 0.18, 0.15]],
  end: [[392, 0, 0.3, 0.18], [494, 0.12, 0.3, 0.18], [587, 0.24, 0.5, 0.18]],
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  // Browsers stay silent until the visitor has done something.
  if (!settings.sounds || !navigator.userActivation?.hasBeenActive) return;
  // The first sound of all takes a moment to make: what is to be seen is seen before.
  requestAnimationFrame(() => setTimeout(() => ring(SOUNDS[name])));
}

/** @param {[number, number, number, number][]} notes */
function ring(notes) {
  context ??= new AudioContext();
  for (const [frequency, delay, length, volume] of notes) {
    const begin = context.currentTime + delay;
    const gain = context.createGain();
    gain.gain.setValueAtTime(volume, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
    const tone = context.createOscillator();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
