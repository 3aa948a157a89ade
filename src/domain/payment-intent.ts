import * as t from 'io-ts';
import { Charge } from './charge.js';
import { List } from './list.js';
import { nullable } from './nullable.js';
import { PaymentIntentSnapshot } from './payment-intent-snapshot.js';
import { text } from './text.js';

/**
 * A payment intent as the processor keeps it. `amount` is cents. `latest_charge` is an id, and `charges` holds that
 * charge (decision P7).
 */
export const PaymentIntent = t.intersection(
  [
    ...PaymentIntentSnapshot.types,
    t.type({
      charges: List(Charge),
      latest_charge: nullable(text('Id of the most recent charge, `ch_...`')),
    }),
    t.partial({
      client_secret: nullable(
        text(
          'For the client library of the processor; only in answers to creation and confirmation',
        ),
      ),
    }),
  ],
  'PaymentIntent',
);
export interface PaymentIntent extends Readonly<t.TypeOf<typeof PaymentIntent>> {}
