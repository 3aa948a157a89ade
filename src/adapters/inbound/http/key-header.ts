import type { Logger } from '../../../application/ports/logger.js';
import { misspeltName } from '../../../domain/input/misspelt-names.js';
import type { HttpRequest } from './core/message.js';
import type { RequestError } from './http-error.js';
import type { Route } from './route.js';

/** The requests that must have an `Idempotency-Key` (decision A13): none, those that move money, or all that change something. */
export const keyDemands = ['off', 'money', 'all'] as const;

/** One of `keyDemands`. */
export type KeyDemand = (typeof keyDemands)[number];

type Headers = HttpRequest['headers'];

const keyHeader = 'idempotency-key';

const misspelt = misspeltName([keyHeader]);

// Two mistakes change the length by two letters at most. Comparing every header letter by letter would cost too much.
const [shortest, longest] = [keyHeader.length - 3, keyHeader.length + 3];

const isNear = (name: string): boolean =>
  name.length >= shortest && name.length <= longest && misspelt(name) !== null;

/** Whether a header, in lower case, is probably meant as `Idempotency-Key`: a misspelling of it, also with words before it. */
export const isMisspeltKeyHeader = (name: string): boolean => {
  const words = name.split(/[-_]/);
  return words.some((_, index) => {
    const ending = words.slice(index).join('-');
    return isNear(ending) || (ending === keyHeader && name !== keyHeader);
  });
};

/** The headers of a request without `Idempotency-Key` that are probably meant as that, in lower case. */
const misspeltKeyHeaders = (headers: Headers): ReadonlyArray<string> =>
  headers[keyHeader] === undefined ? Object.keys(headers).filter(isMisspeltKeyHeader) : [];

// Callers choose the names, and must fill neither the log nor the memory with them.
const mostLogged = 50;
const mostHarmless = 500;

/**
 * Logs a warning when a request that changes something has its idempotency key in another header: it runs without a key, and a
 * repetition does the work again. It is not refused, because gateways add such headers themselves. Each name is logged once.
 */
export const reportMisspeltKey = (logger: Logger): ((headers: Headers) => void) => {
  const logged = new Set<string>();
  // Nearly all requests have the same headers, and comparing their names takes longer than looking them up.
  const harmless = new Set<string>();

  const look = (name: string): void => {
    if (!isMisspeltKeyHeader(name)) {
      if (harmless.size < mostHarmless) harmless.add(name);
    } else if (!logged.has(name) && logged.size < mostLogged) {
      logged.add(name);
      logger.warn(
        'ignored a header that looks like an idempotency key: send the key as Idempotency-Key',
        { fields: name },
      );
    }
  };

  return (headers) => {
    if (headers[keyHeader] !== undefined) return;
    for (const name of Object.keys(headers)) if (!harmless.has(name)) look(name);
  };
};

/** The refusal of a request of this route without a key; `undefined` where none is demanded. */
export const keyRefusal = (
  demand: KeyDemand,
  { takesKey, movesMoney }: Route,
): ((headers: Headers) => RequestError) | undefined =>
  takesKey && (demand === 'all' || (demand === 'money' && movesMoney))
    ? (headers) => {
        const [given] = misspeltKeyHeaders(headers);
        return { _tag: 'IdempotencyKeyRequired', ...(given === undefined ? {} : { given }) };
      }
    : undefined;
