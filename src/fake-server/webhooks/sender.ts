import type { ClientRequest } from 'node:http';
import type { Message } from './message.js';
import type { Outcome } from './outcome.js';
import { postMessage } from './post-message.js';
import { createTurns } from './turns.js';

/** Posts messages: to each URL so many at once, the others wait in line. */
export type Sender = {
  /**
   * Posts what `prepare` gives when it is its turn, and answers that with what came of it; nothing where there is nothing
   * to be posted any more.
   */
  readonly send: <M extends Message>(
    url: string,
    prepare: () => M | undefined,
  ) => Promise<{ readonly message: M; readonly outcome: Outcome } | undefined>;
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
