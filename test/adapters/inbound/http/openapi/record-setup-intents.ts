import { textAt } from '../../../../support/json/at.js';
import type { RecordedCards } from './record-cards.js';
import type { Recorder } from './recorder.js';

const create = { operation: 'createSetupIntent', status: 201 } as const;
const confirm = { operation: 'confirmSetupIntent', status: 200 } as const;
const cancel = { operation: 'cancelSetupIntent', status: 200 } as const;
const get = { operation: 'getSetupIntent', status: 200 } as const;
const unknown = 'seti_unknown';
const declinedCard = 'pm_card_visa_chargeDeclined';

/** Records the examples of setup intents. */
export const recordSetupIntents = async (
  { record, prepare }: Recorder,
  { customer, good, challenged }: RecordedCards & { readonly customer: string },
): Promise<void> => {
  const setupOf = async (payment_method: string): Promise<string> =>
    textAt(
      await prepare({ ...create, body: { customer_id: customer, payment_method } }),
      'data.id',
    );

  const created = await record({
    ...create,
    name: 'success',
    summary: 'The customer enters the card on your page',
    body: { customer_id: customer },
  });
  await record({
    ...create,
    name: 'confirmed',
    summary: 'A card of the customer, confirmed in the same call',
    body: {
      customer_id: customer,
      payment_method: good,
      confirm: true,
      description: 'Cuota anual',
      metadata: { member: '42' },
    },
  });
  await record({
    ...create,
    name: 'on_page',
    summary: 'The customer chooses and confirms on your page',
    body: { payment_methods: ['card', 'link'] },
  });
  await record({
    ...create,
    name: 'missing',
    summary: 'No customer is named',
    body: { payment_method: good },
    status: 400,
  });
  await record({
    ...create,
    name: 'declined',
    summary: 'Confirmed in the same call, and declined',
    body: { customer_id: customer, payment_method: declinedCard, confirm: true },
    status: 402,
  });
  await record({
    ...create,
    name: 'not_found',
    summary: 'An id that none can be',
    body: { customer_id: 'cus/unknown' },
    status: 404,
  });

  const setupIntentId = await setupOf(good);
  await record({
    ...confirm,
    name: 'success',
    summary: 'A card that is saved',
    body: { setupIntentId },
  });
  await record({
    ...confirm,
    name: 'requires_action',
    summary: 'A card that asks its holder (3D Secure)',
    body: {
      setupIntentId: await setupOf(challenged),
      return_url: 'https://shop.example/account/cards',
    },
  });
  await record({
    ...confirm,
    name: 'missing',
    summary: 'No setup intent is named',
    body: {},
    status: 400,
  });
  await record({
    ...confirm,
    name: 'already_succeeded',
    summary: 'A setup intent that has succeeded',
    body: { setupIntentId },
    status: 400,
  });
  await record({
    ...confirm,
    name: 'declined',
    summary: 'A card that its bank declines',
    body: { setupIntentId: await setupOf(declinedCard) },
    status: 402,
  });
  await record({
    ...confirm,
    name: 'not_found',
    summary: 'An unknown setup intent',
    body: { setupIntentId: unknown },
    status: 404,
  });

  await record({
    ...cancel,
    name: 'success',
    summary: 'A setup intent that was not confirmed',
    body: { setupIntentId: textAt(created, 'data.id'), reason: 'abandoned' },
  });
  await record({
    ...cancel,
    name: 'missing',
    summary: 'No setup intent is named',
    body: {},
    status: 400,
  });
  await record({
    ...cancel,
    name: 'already_succeeded',
    summary: 'A setup intent that has succeeded',
    body: { setupIntentId },
    status: 400,
  });
  await record({
    ...cancel,
    name: 'not_found',
    summary: 'An unknown setup intent',
    body: { setupIntentId: unknown },
    status: 404,
  });

  await record({
    ...get,
    name: 'success',
    summary: 'A setup intent',
    params: { id: setupIntentId },
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
    summary: 'An unknown setup intent',
    params: { id: unknown },
    status: 404,
  });
};
