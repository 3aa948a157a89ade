import type { DeliveryOutcome } from './delivery.js';
import { type Message, postMessage } from './post-message.js';

/** Limits how many callers may run at the same time under each key; the others wait in line. */
type Turns = {
  /** Resolves with a release function when the turn comes. */
  readonly take: (key: string) => Promise<() => void>;
};

/** At most `atOnce` turns at the same time under a key. */
export const createTurns = (atOnce: number): Turns => {
  const lines = new Map<string, { taken: number; readonly waiting: Array<() => void> }>();
  return {
    take: (key) =>
      new Promise((resolve) => {
        const line = lines.get(key) ?? { taken: 0, waiting: [] };
        lines.set(key, line);
        const end = (): void => {
          line.taken -= 1;
          const next = line.waiting.shift();
          if (next !== undefined) next();
          else if (line.taken === 0) lines.delete(key);
        };
        const begin = (): void => {
          line.taken += 1;
          resolve(end);
        };
        if (line.taken < atOnce) begin();
        else line.waiting.push(begin);
      }),
  };
};

/** Posts messages, a limited number at the same time to each URL; the others wait in line. */
export type Sender = {
  /**
   * Waits for a turn at the URL, then posts the message of `prepare`, unless `signal` breaks it off. Returns the message and
   * its outcome; `undefined` when `prepare` returns nothing or it was broken off.
   */
  readonly send: <M extends Message>(
    url: string,
    prepare: () => M | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly message: M; readonly outcome: DeliveryOutcome } | undefined>;
  /** Aborts requests in progress and posts nothing more. */
  readonly close: () => void;
};

export type SenderOptions = {
  /** How long to wait for a response. Milliseconds. */
  readonly timeoutMs: number;
  /** The maximum number of simultaneous requests to a URL. */
  readonly atOnce: number;
};

export const createSender = ({ timeoutMs, atOnce }: SenderOptions): Sender => {
  const turns = createTurns(atOnce);
  const calls = new Set<AbortController>();
  let closed = false;

  const post = async (
    message: Message,
    signal: AbortSignal,
  ): Promise<DeliveryOutcome | undefined> => {
    const call = new AbortController();
    const abort = (): void => call.abort();
    calls.add(call);
    signal.addEventListener('abort', abort);
    const outcome = await postMessage(message, timeoutMs, call.signal);
    signal.removeEventListener('abort', abort);
    calls.delete(call);
    return call.signal.aborted ? undefined : outcome;
  };

  return {
    send: async (url, prepare, signal) => {
      const end = await turns.take(url);
      try {
        const message = closed || signal.aborted ? undefined : prepare();
        const outcome = message === undefined ? undefined : await post(message, signal);
        return message === undefined || outcome === undefined ? undefined : { message, outcome };
      } finally {
        end();
      }
    },
    close: () => {
      closed = true;
      for (const call of calls) call.abort();
    },
  };
};
