import type { Outcome } from './outcome.js';

/** Whether the receiver has taken the event: any 2xx, so that a redirect is a failure. */
export const isTaken = ({ status, error }: Outcome): boolean =>
  error === null && status !== null && status >= 200 && status < 300;
