import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Charge } from '../../../domain/charge.js';
import { nullable } from '../../../domain/nullable.js';
import { PaymentIntent } from '../../../domain/payment-intent.js';
import { chargesOf } from '../charges-of.js';

const WithCharge = t.type({ id: t.string, latest_charge: nullable(Charge) }, 'PaymentIntent');

/** An intent that Stripe was asked for with its latest charge, as the port has it (decision P7). */
export const PaymentIntentReply = new t.Type<PaymentIntent, unknown>(
  'PaymentIntent',
  PaymentIntent.is,
  (reply, context) =>
    pipe(
      WithCharge.validate(reply, context),
      E.map((intent) => ({
        ...intent,
        latest_charge: intent.latest_charge?.id ?? null,
        charges: chargesOf(intent.id, intent.latest_charge),
      })),
      E.flatMap((intent) => PaymentIntent.validate(intent, context)),
    ),
  t.identity,
);
