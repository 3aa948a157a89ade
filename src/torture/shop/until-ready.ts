import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortedAfter } from '../aborted-after.js';

const longestRequestMs = 5000;
const shortestPauseMs = 15;
const longestPauseMs = 250;
const longestEndMs = 1000;

/** The status that an address answers. A connection of its own: the next one may meet another program. Rejects without an answer. */
const statusAt = (url: string, signal: AbortSignal): Promise<number> =>
  new Promise((resolve, reject) => {
    const ask = url.startsWith('https:') ? getSecurely : get;
    ask(
      url,
      {
        agent: false,
        // The shop's own certificate in development.
        rejectUnauthorized: false,
        signal: abortedAfter(longestRequestMs, signal),
      },
      (response) => {
        response.on('error', () => undefined).resume();
        resolve(response.statusCode ?? 0);
      },
    ).on('error', reject);
  });

/** Whether anything answers at an address. */
export const answersAt = (url: string): Promise<boolean> =>
  statusAt(url, AbortSignal.timeout(longestRequestMs)).then(
    () => true,
    () => false,
  );

/** Resolves with true once nothing answers at an address, and with false if something still does after a second. */
export const untilSilent = async (url: string): Promise<boolean> => {
  const begun = performance.now();
  while (await answersAt(url)) {
    if (performance.now() - begun > longestEndMs) return false;
    await sleep(shortestPauseMs);
  }
  return true;
};

/**
 * Asks an address until it answers with a status below 500. Resolves with `null` then, and with a description of the last try
 * when the time is over or the signal was given.
 */
export const untilReady = async (
  url: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<string | null> => {
  const begun = performance.now();
  const ends = abortedAfter(withinMs, signal);
  let last = 'nothing responded';
  const isOver = (): boolean => ends.aborted;
  while (!isOver()) {
    try {
      const status = await statusAt(url, ends);
      if (status < 500) return null;
      last = `it responded with ${status}`;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ECONNREFUSED') last = 'nothing listens there';
      else last = isOver() ? 'no response came' : `no response: ${String(code ?? error)}`;
    }
    const pause = Math.min(longestPauseMs, shortestPauseMs + (performance.now() - begun) / 10);
    await sleep(pause, undefined, { signal: ends }).catch(() => undefined);
  }
  return last;
};
