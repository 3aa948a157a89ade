import { redact } from '../domain/redact.js';

const longest = 500;

/** A failure as a text that can be kept: without what looks like a card number or a key, and not too long. */
export const describeCause = (cause: unknown): string =>
  redact(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).slice(
    0,
    longest,
  );
