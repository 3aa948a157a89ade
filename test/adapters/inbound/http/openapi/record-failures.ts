import type { MemoryControls } from '../../../../../src/simulator/controls/memory-controls.js';
import type { Recorder } from './recorder.js';

type Circumstances = { readonly customer: string; readonly controls: MemoryControls };

/** Records one example of each failure that every route can have. */
export const recordSharedFailures = async (
  { record }: Recorder,
  { customer, controls }: Circumstances,
): Promise<void> => {
  const create = { operation: 'createCustomer', status: 201 } as const;
  await record({
    ...create,
    name: 'unauthorized',
    summary: 'No API key',
    raw: '{}',
    headers: { authorization: '' },
    status: 401,
  });
  await record({
    ...create,
    name: 'insufficient_scope',
    summary: 'A client that may only read',
    raw: '{}',
    headers: { authorization: 'Bearer key-of-the-dashboard' },
    status: 403,
  });
  await record({
    ...create,
    name: 'too_many_requests',
    summary: 'More requests than the client may send',
    raw: '{}',
    headers: { authorization: 'Bearer key-of-a-loop' },
    status: 429,
  });
  await record({
    operation: 'refundCharge',
    name: 'refund_too_large',
    summary: 'A client that may refund at most 50.00 euros at once',
    raw: '{"chargeId":"ch_1","amount":5001}',
    headers: { authorization: 'Bearer key-of-the-till' },
    status: 400,
  });
  await record({
    ...create,
    name: 'body_too_large',
    summary: 'A body of 200 kB',
    raw: JSON.stringify({ name: 'a'.repeat(200_000) }),
    status: 413,
  });
  await record({
    ...create,
    name: 'unsupported_media_type',
    summary: 'A form',
    raw: 'name=Ana',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  });
  await record({
    ...create,
    name: 'invalid_json',
    summary: 'Not JSON',
    raw: '{"name":',
    status: 400,
  });

  const get = { operation: 'getCustomer', params: { id: customer } } as const;
  controls.failNext({ on: 'any', with: 'server_error' });
  await record({ ...get, name: 'internal', summary: 'The processor failed', status: 500 });
  controls.failNext({ on: 'any', with: 'unreachable' });
  await record({ ...get, name: 'unreachable', summary: 'No connection', status: 503 });
  controls.failNext({ on: 'any', with: 'timeout_after' });
  await record({ ...get, name: 'time_out', summary: 'The answer was lost', status: 503 });
};

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

/** Records the failures of idempotency keys; with `keyInUse`, another request is still running. */
export const recordIdempotency = async (
  { record, prepare }: Recorder,
  keyInUse: string,
): Promise<void> => {
  const operation = 'createCustomer';
  await record({
    operation,
    name: 'key_in_use',
    summary: 'Another request with the key is still running',
    body: contact,
    headers: { 'idempotency-key': keyInUse },
    status: 409,
  });
  const headers = { 'idempotency-key': 'order-42' };
  await prepare({ operation, body: contact, headers, status: 201 });
  await record({
    operation,
    name: 'key_reused',
    summary: 'The key was used for a different request',
    body: { ...contact, name: 'Eva' },
    headers,
    status: 422,
  });
};
