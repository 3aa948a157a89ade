import type { EventHandling, Refund } from 'pasarela';
import type { Orders } from './orders.ts';

/**
 * Moves orders by what Stripe tells, and by nothing else: customers close the page, never reach it, or open it without having
 * paid. Handlers may run twice for one event, so what they do is safe to repeat.
 */
export const fulfil = (payments: EventHandling, orders: Orders): void => {
  // Once for each payment, when the money has been taken: now, or days later.
  payments.on(
    'paid',
    ({ data: { object } }) => {
      const { payment_intent: intent, session } = object;
      const order = intent?.metadata?.['order'];
      // Other programs may take payments with the same account.
      if (intent === null || order === undefined) return;
      orders.markPaid(order, {
        payment: session?.id ?? intent.id,
        charge: intent.latest_charge ?? '',
        received: intent.amount_received ?? 0,
        currency: intent.currency,
      });
    },
    { name: 'ship' },
  );

  // If the customer pays a lost order all the same, `paid` comes later. If it is too late to ship, refund then.
  payments.on(
    'payment_lost',
    ({ data: { object } }) => {
      const payment = object.session ?? object.payment_intent;
      const order = payment?.metadata?.['order'];
      if (payment !== null && order !== undefined) orders.markLost(order, payment.id);
    },
    { name: 'give-up' },
  );

  payments.on(
    'payment_intent.processing',
    ({ data: { object } }) => {
      const order = object.metadata?.['order'];
      if (order !== undefined) orders.markProcessing(order);
    },
    { name: 'wait' },
  );

  // A bank may send a refund back days later. The customer does not have the money then, and is paid in another way.
  const keepRefund = ({ data: { object } }: { readonly data: { readonly object: Refund } }) => {
    const { id, charge, amount, status } = object;
    if (!charge) return;
    orders.keepRefund({ id, charge, amount, failed: status === 'failed' || status === 'canceled' });
  };
  payments.on('refund.created', keepRefund, { name: 'note-refund' });
  payments.on('refund.updated', keepRefund, { name: 'note-change-of-refund' });
  payments.on('refund.failed', keepRefund, { name: 'note-failed-refund' });
};
