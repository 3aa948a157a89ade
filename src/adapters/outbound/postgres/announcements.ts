import { setTimeout } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type PostgresClient, runStatement } from './connection.js';

/** A connection that listens, and nothing else. */
export type Listener = { readonly client: PostgresClient; readonly end: () => Promise<void> };

type Hear = (payload: string | undefined) => void;

const milliseconds = { heartbeat: 30_000, firstRetry: 100, longestRetry: 5000 };

/** Whether the time passes before the signal. */
const passes = (duration: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(duration, true, { signal }).catch(() => false);

/** Whether it listened at all. */
const hearUntilLost = async (
  client: PostgresClient,
  channel: string,
  hear: Hear,
  over: AbortSignal,
): Promise<boolean> => {
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ payload }) => hear(payload));
  const done = AbortSignal.any([over, lost.signal]);
  if (E.isLeft(await runStatement(client)(`LISTEN ${channel}`)())) return false;
  // Nobody heard what was announced before.
  hear(undefined);
  // A connection may be dead without a word.
  while (
    (await passes(milliseconds.heartbeat, done)) &&
    E.isRight(await runStatement(client)('SELECT 1')())
  );
  return true;
};

/**
 * Hears what is announced on a channel, over a connection of its own, which is made again whenever it is lost: then, and at
 * the beginning, it hears `undefined` once. Ends with the function.
 */
export const listenForAnnouncements = (
  connect: () => Promise<Listener>,
  channel: string,
  hear: Hear,
): (() => Promise<void>) => {
  const over = new AbortController();

  const listenOnce = async (): Promise<boolean> => {
    const listener = await TE.tryCatch(connect, E.toError)();
    if (E.isLeft(listener)) return false;
    const { client, end } = listener.right;
    const listened = await hearUntilLost(client, channel, hear, over.signal);
    await end().catch(() => undefined);
    return listened;
  };

  const untilOver = async (): Promise<void> => {
    let failures = 0;
    while (!over.signal.aborted) {
      failures = (await listenOnce()) ? 0 : failures + 1;
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
