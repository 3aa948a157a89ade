import type { Side } from './benchmark.js';
import type { Child } from './child.js';

type Rounds = {
  readonly name: string;
  readonly count: number;
  /** The figure of a round that is the value. */
  readonly figure: string;
  readonly prepare?: () => Promise<unknown>;
  /** The round that does so many operations a second, and reports response times. */
  readonly paced?: string;
};

const latencyOf = (child: Child, paced: string) => async (perSecond: number) => {
  const { done, longestBlockMs } = await child.meanwhile(() => child.latency(paced, perSecond));
  return { ...done, longestBlockMs };
};

/** A program that does the work and takes the time itself. */
export const roundSide = (child: Child, { name, count, figure, prepare, paced }: Rounds): Side => ({
  ...(prepare === undefined ? {} : { prepare }),
  warmUp: () => child.round(name, Math.min(count, 1000), figure),
  round: async () => {
    const { done, longestBlockMs } = await child.meanwhile(() => child.round(name, count, figure));
    return { value: done, longestBlockMs };
  },
  ...(paced === undefined ? {} : { latencyAt: latencyOf(child, paced) }),
});
