import type { BrokenRequestStatus } from '../../adapters/inbound/http/attach-to-server.js';
import type { HttpAnswer } from '../../adapters/inbound/http/http-message.js';
import { defaultVersion } from '../../adapters/outbound/memory/engine/default-version.js';
import { invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';

/** What answers that which is no HTTP request. */
export const brokenAnswer = (status: BrokenRequestStatus): HttpAnswer => ({
  status,
  headers: { 'stripe-version': defaultVersion },
  body: { error: invalidRequest('Invalid request: not readable as HTTP.').error },
});
