import type { Payments } from 'pasarela';
import { type Call, json, page, Refusal, redirect } from './answers.ts';
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
    const { id: payment, client_secret } = await payments
      .withIdempotencyKey(`order/${id}`)
      .createPaymentIntent({
        amount_minor: total,
        payment_methods: 'automatic', // what your account has enabled
        receipt_email: email,
        metadata: { order: id },
        ...(customer && { customer }),
      });
    // Keys are forgotten after weeks. Of two payments, both could be paid.
    if (orders.keepPayment(id, payment) !== payment) {
      throw new Refusal(409, 'this order is too old to be paid: order again');
    }
    return json({ payment, client_secret });
  },
});
