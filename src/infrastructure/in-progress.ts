import { settlesWithin } from './settles-within.js';

/** What has begun, until it has ended, well or not. */
export type InProgress = {
  readonly add: (work: Promise<unknown>) => void;
  /** When nothing that was added by now is left, or that many milliseconds have passed. */
  readonly ended: (patienceMs: number) => Promise<void>;
};

/** Nothing yet. */
export const createInProgress = (): InProgress => {
  const works = new Set<Promise<unknown>>();
  return {
    add: (work) => {
      works.add(work);
      void Promise.allSettled([work]).then(() => works.delete(work));
    },
    ended: async (patienceMs) => {
      await settlesWithin(Promise.allSettled(works), patienceMs);
    },
  };
};
