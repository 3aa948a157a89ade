import type { Stripe } from 'stripe';
import type { Driver } from './driver.js';

const billing_details = { name: 'Ana Gil', email: 'ana@example.com', phone: '+34600000000' };
const mandate_data: Stripe.PaymentIntentCreateParams.MandateData = {
  customer_acceptance: {
    type: 'online',
    online: { ip_address: '127.0.0.1', user_agent: 'Mozilla/5.0' },
  },
};

/** Payments by methods other than cards, with the mandate of a direct debit. */
export const driveMethods = async ({ stripe, controls }: Driver): Promise<void> => {
  const pay = (
    data: Stripe.PaymentIntentCreateParams.PaymentMethodData,
    params: Partial<Stripe.PaymentIntentCreateParams> = {},
  ): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.create({
      amount: 1999,
      currency: 'eur',
      payment_method_types: [data.type],
      payment_method_data: { billing_details, ...data },
      confirm: true,
      return_url: 'https://shop.example/orders/7',
      expand: ['payment_method', 'latest_charge'],
      ...params,
    });
  await pay({ type: 'link' });
  for (const type of ['ideal', 'bancontact', 'bizum', 'paypal'] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const { id } = await pay({ type });
    controls.completeChallenge(id);
    // oxlint-disable-next-line no-await-in-loop
    await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  }
  const iban = 'AT611904300234573201';
  const debit = await pay({ type: 'sepa_debit', sepa_debit: { iban } }, { mandate_data });
  controls.settle(debit.id);
  const { latest_charge } = await stripe.paymentIntents.retrieve(debit.id, {
    expand: ['latest_charge'],
  });
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : null;
  await stripe.mandates.retrieve(details?.sepa_debit?.mandate ?? '');
};
