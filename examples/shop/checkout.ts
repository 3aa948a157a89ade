import type { Payments } from 'pasarela';
import { type Call, json, page, redirect } from './answers.ts';
import type { Language } from './catalogue.ts';
import { customerOf } from './customers.ts';
import { orderPage } from './order-page.ts';
import type { Order, Orders } from './orders.ts';
import { cataloguePage, statusPage } from './pages.ts';

/** How an order is paid: with the Payment Element, on the shop's own page. */
export const createCheckout = (payments: Payments, orders: Orders) => ({
  home: async (language: Language) => page(cataloguePage(language)),

  placed: ({ id }: Order) => redirect(`/orders/${id}`),

  /** Shows how the order stands. It reads, and changes nothing: everybody can open it, whether they have paid or not. */
  show: async (order: Order, language: Language) => {
    if (order.state !== 'open') return page(statusPage(order, order.state, language));
    if (order.payment !== null) {
      const { status } = await payments.getPayment({ payment_intent: order.payment });
      // The customer has paid, and the event is on its way.
      if (status === 'succeeded') return page(statusPage(order, 'confirming', language));
      if (status === 'processing') return page(statusPage(order, 'processing', language));
    }
    return page(orderPage(order, language));
  },

  /** The page asks for the secret of the payment, and confirms the payment with it. One order has one payment, whatever is pressed. */
  pay: async (order: Order, _: Call) => {
    if (order.state !== 'open') return json({ state: order.state });
    const { id, email, total } = order;
    const customer = await customerOf(order, payments, orders);
    const created = await payments.withIdempotencyKey(`order/${id}`).createPaymentIntent({
      amount_minor: total,
      payment_methods: 'automatic', // what your account has enabled
      receipt_email: email,
      metadata: { order: id },
      ...(customer && { customer }),
    });
    orders.keepPayment(id, created.id);
    return json({ payment: created.id, client_secret: created.client_secret });
  },
});
