import type { Recorder } from './recorder.js';

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

/** Records the failures that idempotency keys bring; another request is at work on `keyInUse`. */
export const recordIdempotency = async (
  { record, prepare }: Recorder,
  keyInUse: string,
): Promise<void> => {
  const operation = 'createCustomer';
  await record({
    operation,
    name: 'key_in_use',
    summary: 'Another request with the key is at work',
    body: contact,
    headers: { 'idempotency-key': keyInUse },
    status: 409,
  });
  const headers = { 'idempotency-key': 'order-42' };
  await prepare({ operation, body: contact, headers, status: 201 });
  await record({
    operation,
    name: 'key_reused',
    summary: 'The key belongs to another request',
    body: { ...contact, name: 'Eva' },
    headers,
    status: 422,
  });
};
