import { CapturePayment } from '../../../application/use-cases/capture-payment.js';
import { CreatePaymentIntent } from '../../../application/use-cases/create-payment-intent.js';
import { RefundCharge } from '../../../application/use-cases/refund-charge.js';
import { UpdatePayment } from '../../../application/use-cases/update-payment.js';
import { type InputOf, input } from '../../../domain/input/input.js';
import { Amount } from '../../../domain/money/amount.js';
import { MinorUnits } from '../../../domain/money/money.js';
import { AmountOfOtherOnTheWire } from '../../../domain/money/whole-units.js';

const Payment = input(
  { ...CreatePaymentIntent.required, amount: Amount },
  CreatePaymentIntent.optional,
  CreatePaymentIntent.instead,
  CreatePaymentIntent.unless,
  CreatePaymentIntent.form,
);

/** A new payment: `amount` may also be a number, which the interface fixes. It decodes to the same minor units. */
export const paymentOnTheWire = {
  input: Payment,
  translate: (payment: InputOf<typeof Payment>): InputOf<typeof CreatePaymentIntent> => payment,
};

const Update = input(
  UpdatePayment.required,
  { ...UpdatePayment.optional, amount: AmountOfOtherOnTheWire },
  UpdatePayment.instead,
);

/** An update of a payment: `amount` may also be a number, as in its creation. */
export const updateOnTheWire = {
  input: Update,
  translate: (update: InputOf<typeof Update>): InputOf<typeof UpdatePayment> => update,
};

// Each of the three excludes the next one, so any two of them are refused.
const oneAmount = { cents: 'amount_minor', amount_minor: 'amount', amount: 'cents' } as const;

const Refund = input(
  RefundCharge.required,
  { ...RefundCharge.optional, cents: MinorUnits },
  oneAmount,
);

const Capture = input(
  CapturePayment.required,
  { ...CapturePayment.optional, cents: MinorUnits },
  oneAmount,
);

type WithCents = { readonly cents?: MinorUnits; readonly amount_minor?: MinorUnits };

// The interface has cents in `amount`, which the operation calls `amount_minor`.
const minorUnits = <I extends WithCents>({ cents, ...others }: I) =>
  cents === undefined ? others : { ...others, amount_minor: cents };

// The fields of the operation that those of the interface become.
const standsFor = { cents: 'amount_minor' } as const;

/** A refund: `cents` is the `amount` of the interface, `amount` the text `amount_decimal`. */
export const refundOnTheWire = {
  input: Refund,
  standsFor,
  translate: (refund: InputOf<typeof Refund>): InputOf<typeof RefundCharge> => minorUnits(refund),
};

/** A capture, with the same fields. */
export const captureOnTheWire = {
  input: Capture,
  standsFor,
  translate: (capture: InputOf<typeof Capture>): InputOf<typeof CapturePayment> =>
    minorUnits(capture),
};
