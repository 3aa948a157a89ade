import type { Decline } from '../errors.js';
import { declines } from './declines.js';

/** A decline by its decline code or error code; one that is not known is a plain refusal with that decline code. */
export const declineOf = (name: string): Decline =>
  declines.get(name) ?? {
    code: 'card_declined',
    decline_code: name,
    message: 'Your card was declined.',
  };
