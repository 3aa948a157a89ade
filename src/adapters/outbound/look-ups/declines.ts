import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import type { CardError } from '../../../domain/payment-error.js';
import { nullable } from '../../../domain/primitives.js';
import type { TriedCharge } from './outcome-reads.js';

const Instrument = nullable(t.partial({ id: t.string }));

const Declined = t.type({
  id: t.string,
  last_payment_error: t.intersection([
    t.type({ type: t.literal('card_error'), message: t.string }),
    t.partial({
      code: nullable(t.string),
      decline_code: nullable(t.string),
      param: nullable(t.string),
      charge: nullable(t.string),
      payment_method: Instrument,
      source: Instrument,
    }),
  ]),
});

/** A decline, and the card that was declined as far as that is told. */
export type Decline = { readonly error: CardError; readonly card: string | undefined };

/** The decline that an intent keeps, as the error that its confirmation was answered with. */
export const declineOf = (intent: unknown): O.Option<Decline> =>
  pipe(
    O.fromEither(Declined.decode(intent)),
    O.map(({ id, last_payment_error: error }) => ({
      error: {
        _tag: 'CardError',
        message: error.message,
        code: error.code ?? null,
        declineCode: error.decline_code ?? null,
        param: error.param ?? null,
        charge: error.charge ?? null,
        paymentIntent: id,
      },
      card: error.payment_method?.id ?? error.source?.id,
    })),
  );

/** The decline that a failed charge of an intent was. */
export const declineOfCharge = (intent: string, charge: TriedCharge): CardError => {
  const code = charge.failure_code ?? null;
  const reason = charge.outcome?.reason ?? null;
  return {
    _tag: 'CardError',
    message: charge.failure_message ?? 'The processor gave no reason',
    code,
    // Where the code says it all, the bank's reason is the same word.
    declineCode: reason === code ? null : reason,
    param: null,
    charge: charge.id,
    paymentIntent: intent,
  };
};
