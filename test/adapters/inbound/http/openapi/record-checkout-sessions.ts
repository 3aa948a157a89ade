import { textAt } from '../../../../support/json/at.js';
import type { Recorder } from './recorder.js';

const create = { operation: 'createCheckoutSession', status: 201 } as const;
const expire = { operation: 'expireCheckoutSession', status: 200 } as const;
const get = { operation: 'getCheckoutSession', status: 200 } as const;
const unknown = 'cs_test_unknown';
const success_url = 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}';

/** Records the examples of checkout sessions. */
export const recordCheckoutSessions = async (
  { record }: Recorder,
  { customer }: { readonly customer: string },
): Promise<void> => {
  const created = await record({
    ...create,
    name: 'success',
    summary: 'A guest pays two things',
    body: {
      line_items: [{ name: 'Camiseta', amount: '19.99', quantity: 2 }],
      success_url,
      cancel_url: 'https://shop.example/basket',
      client_reference_id: '42',
      metadata: { order: '42' },
      locale: 'es',
    },
  });
  await record({
    ...create,
    name: 'setup',
    summary: 'A customer saves a card, and pays nothing',
    body: { mode: 'setup', customer_id: customer, success_url },
  });
  await record({
    ...create,
    name: 'missing',
    summary: 'Nothing to pay',
    body: { success_url },
    status: 400,
  });
  await record({
    ...create,
    name: 'number',
    summary: 'A price that may be euros or cents',
    body: { success_url, line_items: [{ name: 'Camiseta', amount: 20 }] },
    status: 400,
  });
  await record({
    ...create,
    name: 'not_found',
    summary: 'An id that none can be',
    body: {
      success_url,
      line_items: [{ name: 'Camiseta', amount: '19.99' }],
      customer_id: 'cus/unknown',
    },
    status: 404,
  });

  const sessionId = textAt(created, 'data.id');
  await record({
    ...get,
    name: 'success',
    summary: 'An open checkout session',
    params: { id: sessionId },
  });
  await record({
    ...get,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  await record({
    ...get,
    name: 'not_found',
    summary: 'An unknown checkout session',
    params: { id: unknown },
    status: 404,
  });

  await record({
    ...expire,
    name: 'success',
    summary: 'An open checkout session',
    body: { sessionId },
  });
  await record({
    ...expire,
    name: 'missing',
    summary: 'No checkout session is named',
    body: {},
    status: 400,
  });
  await record({
    ...expire,
    name: 'already_expired',
    summary: 'A checkout session that has expired',
    body: { sessionId },
    status: 400,
  });
  await record({
    ...expire,
    name: 'not_found',
    summary: 'An unknown checkout session',
    body: { sessionId: unknown },
    status: 404,
  });
};
