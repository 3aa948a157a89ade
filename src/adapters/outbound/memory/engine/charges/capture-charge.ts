import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { disputeCharge } from '../disputes/dispute-charge.js';
import { failIf } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { integer, text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { findCharge } from '../store/find.js';
import { captureAmount } from './capture-amount.js';
import { captureProblem } from './capture-problem.js';
import { takeCharge } from './take-charge.js';

/** Takes what a charge without an intent holds, or part of it; the rest is released. `amount` is minor units. */
export const captureCharge = operation({
  name: 'captureCharge',
  method: 'POST',
  path: '/v1/charges/:charge/capture',
  returns: 'charge',
  params: shape(
    { charge: text },
    {
      amount: integer,
      receipt_email: text,
      statement_descriptor: statementDescriptor,
      statement_descriptor_suffix: statementDescriptor,
      transfer_group: text,
      ...notSimulated('application_fee', 'application_fee_amount', 'transfer_data'),
    },
  ),
  run:
    (call) =>
    ({ charge: id, amount: given, ...change }) =>
      pipe(
        findCharge(call, id),
        E.bindTo('charge'),
        E.tap(({ charge }) => failIf(captureProblem(charge))),
        E.bind('amount', ({ charge }) => captureAmount(charge, given, 'amount')),
        E.map(({ charge, amount }) => {
          const taken = takeCharge(call, charge, amount, change);
          disputeCharge(call, taken);
          return taken;
        }),
      ),
});
