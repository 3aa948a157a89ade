import type { Payments } from 'pasarela';
import { type Call, page, redirect } from './answers.ts';
import type { Language } from './catalogue.ts';
import { customerOf } from './customers.ts';
import { orderPage } from './order-page.ts';
import type { Order, Orders } from './orders.ts';
import { cataloguePage, statusPage } from './pages.ts';
import { setting } from './settings.ts';

/** How an order is paid: with Checkout, on a page of Stripe. */
export const createCheckout = (payments: Payments, orders: Orders) => ({
  home: async (language: Language) => page(cataloguePage(language)),

  placed: ({ id }: Order) => redirect(`/orders/${id}`),

  /** Shows how the order stands. It reads, and changes nothing: everybody can open it, whether they have paid or not. */
  show: async (order: Order, language: Language) => {
    if (order.state !== 'open') return page(statusPage(order, order.state, language));
    if (order.payment !== null) {
      const { status } = await payments.getCheckoutSession({ session: order.payment });
      // The customer has come to the end of Stripe's page, and the event is on its way.
      if (status === 'complete') return page(statusPage(order, 'confirming', language));
      if (status === 'expired') return page(statusPage(order, 'lost', language));
    }
    return page(orderPage(order, language));
  },

  /** Leads the customer to Stripe's page. One order has one page, whatever is pressed: a second one could take a second payment. */
  pay: async (order: Order, _: Call) => {
    const { id, email, lines, state } = order;
    if (state !== 'open') return redirect(`/orders/${id}`);
    const customer = await customerOf(order, payments, orders);
    const address = `${setting('SHOP_URL')}/orders/${id}`;
    const session = await payments.withIdempotencyKey(`order/${id}`).createCheckoutSession({
      line_items: lines.map(({ title, price, quantity }) => ({
        name: title,
        amount_minor: price,
        quantity,
      })),
      payment_methods: 'automatic', // what your account has enabled
      success_url: address,
      cancel_url: address,
      client_reference_id: id,
      metadata: { order: id }, // on the payment too
      ...(customer ? { customer } : { customer_email: email }),
    });
    // Keys are forgotten after weeks. Of two pages, both could be paid.
    const isFirst = orders.keepPayment(id, session.id) === session.id;
    return redirect((isFirst && session.url) || address);
  },
});
