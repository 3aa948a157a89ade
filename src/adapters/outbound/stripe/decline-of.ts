import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { nullable } from '../../../domain/nullable.js';
import type { CardError } from '../../../domain/payment-error.js';

const Declined = t.type({
  id: t.string,
  last_payment_error: t.intersection([
    t.type({ type: t.literal('card_error'), message: t.string }),
    t.partial({
      code: nullable(t.string),
      decline_code: nullable(t.string),
      param: nullable(t.string),
      charge: nullable(t.string),
    }),
  ]),
});

/** The decline that an intent keeps, as the error that its confirmation was answered with. */
export const declineOf = (intent: unknown): O.Option<CardError> =>
  pipe(
    O.fromEither(Declined.decode(intent)),
    O.map(({ id, last_payment_error: error }) => ({
      _tag: 'CardError',
      message: error.message,
      code: error.code ?? null,
      declineCode: error.decline_code ?? null,
      param: error.param ?? null,
      charge: error.charge ?? null,
      paymentIntent: id,
    })),
  );
