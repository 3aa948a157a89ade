import type { Logger } from '../../../application/ports/logger.js';
import type { HttpRequest } from './http-message.js';

// Names under which other services take the same thing, and slips, in lower case.
const misspelt = [
  'x-idempotency-key',
  'idempotency-keys',
  'idempotency_key',
  'idempotencykey',
  'idempotent-key',
  'idempotence-key',
  'x-idempotent-key',
  'request-idempotency-key',
];

/**
 * Warns in the log of a request that changes something and has its idempotency key under another name: it runs without a key,
 * and its repetition does the work again. It is not refused, because gateways add headers of their own. Each name is logged once.
 */
export const reportMisspeltKey = (logger: Logger): ((headers: HttpRequest['headers']) => void) => {
  const logged = new Set<string>();
  return (headers) => {
    if (headers['idempotency-key'] !== undefined) return;
    for (const name of misspelt) {
      if (headers[name] === undefined || logged.has(name)) continue;
      logged.add(name);
      logger.warn('a header was ignored: an idempotency key is sent as Idempotency-Key', {
        fields: name,
      });
    }
  };
};
