/**
 * A signal that aborts with another one, or after this many milliseconds. In place of `AbortSignal.any` with `AbortSignal.timeout`,
 * whose timer ends without a word when the garbage is collected: https://github.com/nodejs/node/issues/57736
 */
export const abortedAfter = (ms: number, signal: AbortSignal): AbortSignal => {
  const late = new AbortController();
  setTimeout(() => late.abort(new Error(`${ms / 1000} s are over`)), ms).unref();
  return AbortSignal.any([signal, late.signal]);
};
