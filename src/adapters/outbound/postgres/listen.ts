import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';

const milliseconds = { heartbeat: 30_000, firstRetry: 100, longestRetry: 5000 };

/** Whether the time passes before the signal. */
const passes = (duration: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(duration, true, { signal }).catch(() => false);

const hearUntilLost = async (
  client: Client,
  channel: string,
  hear: (payload: string | undefined) => void,
  over: AbortSignal,
): Promise<void> => {
  const lost = new AbortController();
  for (const name of ['error', 'end'] as const) client.on(name, () => lost.abort());
  client.on('notification', ({ payload }) => hear(payload));
  const done = AbortSignal.any([over, lost.signal]);
  await client.connect();
  await client.query(`LISTEN ${channel}`);
  // Nobody heard what was announced before.
  hear(undefined);
  // A connection may be dead without a word.
  while (await passes(milliseconds.heartbeat, done)) await client.query('SELECT 1');
};

/**
 * Hears what is announced on a channel, over a connection of its own, which is made again whenever it is lost: then, and at
 * the beginning, it hears `undefined` once. Ends with the function.
 */
export const listen = (
  newClient: () => Client,
  channel: string,
  hear: (payload: string | undefined) => void,
): (() => Promise<void>) => {
  const over = new AbortController();

  const untilOver = async (): Promise<void> => {
    let failures = 0;
    while (!over.signal.aborted) {
      const client = newClient();
      failures = await hearUntilLost(client, channel, hear, over.signal).then(
        () => 0,
        () => failures + 1,
      );
      await client.end().catch(() => undefined);
      await passes(
        Math.min(milliseconds.firstRetry * 2 ** failures, milliseconds.longestRetry),
        over.signal,
      );
    }
  };

  const ended = untilOver();
  return () => {
    over.abort();
    return ended;
  };
};
