import type { Losses, Passing } from '../support/http/start-lossy-proxy.js';
import { drawn } from './drawn.js';

const lostShare = 0.1;

/**
 * Loses a tenth of the requests before the work, and of the others a tenth of the answers after it, drawn anew for each
 * attempt. `nameOf`: what tells requests apart in all runs with the same seed.
 */
export const drawnLosses = (nameOf: (passing: Passing) => string): Required<Losses> => ({
  request: (passing) =>
    drawn(`request ${nameOf(passing)} lost at attempt ${passing.attempt}`) < lostShare,
  answer: (passing) =>
    drawn(`answer to ${nameOf(passing)} lost at attempt ${passing.attempt}`) < lostShare,
});
