import type { UnsettledKey } from '../../application/ports/idempotency-store.js';

const named = 'client:';

/** Whose key it is, as `--client` takes it: a name, `open`, the hash of a key, or `-` for a program without scopes. */
export const clientOf = (scope: string): string => {
  if (scope === '') return '-';
  return scope.startsWith(named) ? scope.slice(named.length) : scope;
};

/** Whether `--client` means the client of a scope. */
export const isOfClient = (scope: string, client: string): boolean =>
  clientOf(scope) === client || scope === client;

/** Whether a request is at work with it. */
export const isAtWork = ({ leasedUntil }: UnsettledKey, now: number): boolean =>
  leasedUntil !== null && leasedUntil > now;
