import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { callEngine } from '../controls/call-engine.js';
import { showCheckoutPage } from '../engine/checkout/page-state.js';
import {
  listLineItems,
  retrieveCheckoutSession,
  retrieveShippingRate,
} from '../engine/checkout/read.js';
import { submitCheckout } from '../engine/checkout/submit.js';
import type { Engine } from '../engine/engine.js';
import type { CheckoutSessionObject } from '../engine/objects/checkout-session.js';
import type { LineItemObject } from '../engine/objects/line-item.js';
import type { CheckoutDesk } from './checkout-endpoints.js';
import type { CheckoutView } from './checkout-view.js';

const mostLines = 100;

// A page in the shop's own leads away only if the shop wants it.
const successUrl = (session: CheckoutSessionObject): string | null => {
  const { id, redirect_on_completion: leads, return_url = null, success_url } = session;
  const url = leads === 'always' ? return_url : success_url;
  return url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
};

type Deliveries = CheckoutView['deliveries'];

const viewOf = (
  session: CheckoutSessionObject,
  lines: ReadonlyArray<LineItemObject>,
  deliveries: Deliveries,
  state: Pick<CheckoutView, 'action' | 'debit' | 'failure' | 'methods'>,
): CheckoutView => ({
  ...state,
  mode: session.mode,
  status: session.status,
  shop: session.branding_settings.display_name,
  locale: session.locale,
  lines: [
    ...lines.map(({ description, quantity, amount_total }) => ({
      name: description,
      quantity,
      amount: amount_total,
    })),
    ...(deliveries.length === 1
      ? deliveries.map(({ name, amount }) => ({ name, quantity: 1, amount }))
      : []),
  ],
  amount: deliveries.length > 1 ? session.amount_subtotal : session.amount_total,
  deliveries,
  currency: session.currency,
  email: session.customer_details?.email ?? null,
  asksForPhone: session.phone_number_collection.enabled,
  asksForAddress: session.billing_address_collection === 'required',
  shipsTo: session.shipping_address_collection?.allowed_countries ?? [],
  submitType: session.submit_type,
  message: session.custom_text.submit?.message ?? null,
  cancelUrl: session.cancel_url,
  successUrl: successUrl(session),
  isEmbedded: session.ui_mode === 'embedded_page',
});

/** An account's processor behind the pages of its checkout sessions. Reading a page is no call of the processor. */
export const checkoutDesk = (engine: Pick<Engine, 'control' | 'respond'>): CheckoutDesk => {
  const deliveriesOf = ({
    amount_subtotal,
    shipping_options: options,
  }: CheckoutSessionObject): Deliveries =>
    options.flatMap(({ shipping_rate, shipping_amount: amount }) => {
      const rate = engine.control(retrieveShippingRate, { shipping_rate });
      const total = (amount_subtotal ?? 0) + amount;
      return E.isRight(rate)
        ? [{ id: shipping_rate, name: rate.right.display_name, amount, total }]
        : [];
    });

  return {
    find: (session) =>
      pipe(
        engine.control(retrieveCheckoutSession, { session }),
        E.bindTo('found'),
        E.bind('lines', () => engine.control(listLineItems, { session, limit: mostLines })),
        E.bind('state', () => engine.control(showCheckoutPage, { session })),
        E.match(
          () => null,
          ({ found, lines, state }) => viewOf(found, lines.data, deliveriesOf(found), state),
        ),
      ),
    submit: (session, submission) =>
      pipe(
        callEngine(engine)(submitCheckout)({ session, ...submission }),
        TE.map(() =>
          pipe(
            engine.control(showCheckoutPage, { session }),
            E.match(
              () => null,
              ({ action }) => action,
            ),
          ),
        ),
      ),
  };
};
