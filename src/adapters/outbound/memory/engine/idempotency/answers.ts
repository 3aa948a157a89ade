import type { StoredAnswer } from './stored-answer.js';

const lifetime = 24 * 60 * 60;

/** The first answers to idempotency keys, for a day. */
export type Answers = {
  /** Drops what is too old; costs only what it drops. `now`: Unix seconds. */
  readonly expire: (now: number) => void;
  readonly get: (key: string) => StoredAnswer | undefined;
  readonly keep: (answer: StoredAnswer) => void;
  readonly dump: () => ReadonlyArray<StoredAnswer>;
};

/** Answers, none or those of a dump. */
export const createAnswers = (dump: ReadonlyArray<StoredAnswer> = []): Answers => {
  // In the order in which they came, and the clock never goes back: the first are the oldest.
  const answers = new Map(dump.map((answer) => [answer.key, answer]));
  return {
    expire: (now) => {
      for (const answer of answers.values()) {
        if (answer.created + lifetime > now) break;
        answers.delete(answer.key);
      }
    },
    get: (key) => answers.get(key),
    keep: (answer) => {
      answers.set(answer.key, answer);
    },
    dump: () => [...answers.values()],
  };
};
