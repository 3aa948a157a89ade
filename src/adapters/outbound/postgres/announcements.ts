import { setTimeout } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type PostgresClient, runStatement } from './connection.js';
import { takesWrites } from './takes-writes.js';

/** A connection that is used only to listen. */
export type Listener = { readonly client: PostgresClient; readonly end: () => Promise<void> };

type OnAnnounced = (payload: string | undefined) => void;

const milliseconds = { heartbeat: 30_000, firstRetry: 100, longestRetry: 5000 };

/** Waits; false if the signal comes first. */
const waited = (duration: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(duration, true, { signal }).catch(() => false);

/** Listens until the connection is lost; false if it could not listen at all. */
const listenUntilLost = async (
  client: PostgresClient,
  channel: string,
  onAnnounced: OnAnnounced,
  stopped: AbortSignal,
): Promise<boolean> => {
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ payload }) => onAnnounced(payload));
  const ended = AbortSignal.any([stopped, lost.signal]);
  if (E.isLeft(await runStatement(client)(`LISTEN ${channel}`)())) return false;
  // Earlier announcements were missed.
  onAnnounced(undefined);
  // A connection can be lost without an event, and nobody announces anything at a standby.
  while ((await waited(milliseconds.heartbeat, ended)) && E.isRight(await takesWrites(client)()));
  return true;
};

/**
 * Listens to a channel over a separate connection, and reconnects whenever it is lost. `onAnnounced` gets each payload, and
 * `undefined` after each connect, because announcements may have been missed. Returns the function that stops it.
 */
export const listenForAnnouncements = (
  connect: () => Promise<Listener>,
  channel: string,
  onAnnounced: OnAnnounced,
): (() => Promise<void>) => {
  const stopping = new AbortController();

  const listenOnce = async (): Promise<boolean> => {
    const listener = await TE.tryCatch(connect, E.toError)();
    if (E.isLeft(listener)) return false;
    const { client, end } = listener.right;
    const listened = await listenUntilLost(client, channel, onAnnounced, stopping.signal);
    await end().catch(() => undefined);
    return listened;
  };

  const listenUntilStopped = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      failures = (await listenOnce()) ? 0 : failures + 1;
      await waited(
        Math.min(milliseconds.firstRetry * 2 ** failures, milliseconds.longestRetry),
        stopping.signal,
      );
    }
  };

  const ended = listenUntilStopped();
  return () => {
    stopping.abort();
    return ended;
  };
};
