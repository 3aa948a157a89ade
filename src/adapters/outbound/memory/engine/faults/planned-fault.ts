import type { Fault } from './fault.js';

/** A fault that waits for its call. */
export type PlannedFault = {
  /** An operation's name, one of the short words, or `any`. */
  readonly on: string;
  readonly with: Fault;
  /** How many calls it still hits. */
  readonly times: number;
};
