import { type Driver, refused } from './driver.js';

const return_url = 'https://shop.example/cards';

/** Setup intents in every status, with their failures and attempts. */
export const driveSetups = async ({ stripe, controls, customer }: Driver): Promise<void> => {
  const intents = stripe.setupIntents;
  const expand = ['customer', 'payment_method', 'latest_attempt.setup_intent'];

  const owner = await customer();
  const blank = await intents.create();
  await intents.update(blank.id, { customer: owner, description: 'Ana', metadata: { a: '1' } });
  await refused(intents.confirm(blank.id));
  await intents.confirm(blank.id, { payment_method: 'pm_card_visa', return_url, expand });
  await refused(intents.confirm(blank.id));
  await refused(intents.cancel(blank.id));
  await refused(intents.verifyMicrodeposits(blank.id, { amounts: [32, 45] }));
  await refused(intents.create({ payment_method: 'pm_card_visa_chargeDeclined', confirm: true }));

  await intents.create({ automatic_payment_methods: { enabled: true, allow_redirects: 'never' } });
  const canceled = await intents.create({ customer: owner });
  await intents.cancel(canceled.id, { cancellation_reason: 'abandoned', expand });
  await refused(intents.retrieve('seti_none'));

  const challenge = {
    customer: owner,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  };
  const redirected = await intents.create({ ...challenge, return_url, expand });
  controls.completeChallenge(redirected.id);
  await intents.retrieve(redirected.id, { expand });
  const inPage = await intents.create({ ...challenge, use_stripe_sdk: true });
  controls.failChallenge(inPage.id);
  await intents.retrieve(inPage.id, { expand });

  await intents.list({ customer: owner, expand: ['data.latest_attempt'] });
  await stripe.setupAttempts.list({ setup_intent: redirected.id, expand: ['data.setup_intent'] });
  await stripe.setupAttempts.list({ setup_intent: inPage.id });
};
