/**
 * An action that takes a while and is done once: whoever asks again meanwhile, such as by a double click, is not heard.
 *
 * @template {unknown[]} Args
 * @param {(...args: Args) => Promise<unknown>} action
 */
export function single(action) {
  let busy = false;
  return async (/** @type {Args} */ ...args) => {
    if (busy) return;
    busy = true;
    try {
      await action(...args);
    } finally {
      busy = false;
    }
  };
}
