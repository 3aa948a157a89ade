import { clientOfScope } from '../../adapters/inbound/http/access/clients.js';
import type { UnsettledKey } from '../../application/ports/idempotency-store.js';

/** The client of a scope, as `--client` takes it: a name, `open`, the hash of an API key, or `-` for a program without scopes. */
export const clientOf = (scope: string): string => (scope === '' ? '-' : clientOfScope(scope));

/** Whether a scope belongs to the client that `--client` names. */
export const isOfClient = (scope: string, client: string): boolean =>
  clientOf(scope) === client || scope === client;

/** Whether a request with the key is running. */
export const isAtWork = ({ leasedUntil }: UnsettledKey, now: number): boolean =>
  leasedUntil !== null && leasedUntil > now;
