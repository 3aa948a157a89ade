import type { ClientRequest } from 'node:http';
import type { DeliveryOutcome } from './delivery.js';
import { type Message, postMessage } from './post-message.js';

/** Takes turns at something: so many at once under each key, the others wait in line. */
type Turns = {
  /** Comes when it is one's turn, with what ends it. */
  readonly take: (key: string) => Promise<() => void>;
};

/** Turns of which `atOnce` are taken at once under a key. */
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

/** Posts messages: to each URL so many at once, the others wait in line. */
export type Sender = {
  /**
   * Posts what `prepare` gives when it is its turn, and answers that with what came of it; nothing where there is nothing
   * to be posted any more.
   */
  readonly send: <M extends Message>(
    url: string,
    prepare: () => M | undefined,
  ) => Promise<{ readonly message: M; readonly outcome: DeliveryOutcome } | undefined>;
  /** Breaks off what is under way, and posts nothing more. */
  readonly close: () => void;
};

export type SenderOptions = {
  /** For how long an answer is waited for. Milliseconds. */
  readonly timeoutMs: number;
  /** How many are posted at once to a URL. */
  readonly atOnce: number;
};

/** A sender that has sent nothing yet. */
export const createSender = ({ timeoutMs, atOnce }: SenderOptions): Sender => {
  const turns = createTurns(atOnce);
  const calls = new Set<ClientRequest>();
  let closed = false;

  return {
    send: async (url, prepare) => {
      const end = await turns.take(url);
      try {
        const message = closed ? undefined : prepare();
        if (message === undefined) return undefined;
        const outcome = await postMessage(message, timeoutMs, (call) => {
          calls.add(call);
          call.once('close', () => {
            calls.delete(call);
          });
        });
        return closed ? undefined : { message, outcome };
      } finally {
        end();
      }
    },
    close: () => {
      closed = true;
      for (const call of calls) call.destroy();
    },
  };
};
