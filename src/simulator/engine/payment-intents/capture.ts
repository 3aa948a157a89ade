import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { captureAmount, captureHeldCharge } from '../charges/capture.js';
import { disputeCharge } from '../charges/dispute.js';
import { failIf, invalidRequest, withIntent } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { withChanges } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { metadataParam } from '../params/metadata.js';
import { booleanParam, integerParam, textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { findCharge, findIntent } from '../store/find.js';
import { applyIntentParams } from './apply-params.js';
import { saveIntent } from './intent-record.js';
import { amountDetailsParam } from './params.js';
import { moveIntent } from './status-machine.js';

/** `amount_to_capture` is minor units; absent: the whole capturable amount. */
const CaptureIntentParams = shape(
  { payment_intent: textParam },
  {
    amount_details: amountDetailsParam,
    amount_to_capture: integerParam,
    final_capture: booleanParam,
    metadata: metadataParam,
    statement_descriptor: statementDescriptor,
    statement_descriptor_suffix: statementDescriptor,
    ...notSimulated('application_fee_amount', 'hooks', 'payment_details', 'transfer_data'),
  },
);

const notFinal = invalidRequest(
  'You can only set `final_capture` to `false` when multicapture is available for this PaymentIntent.',
  { param: 'final_capture' },
);

const capture = (
  context: RequestContext,
  intent: PaymentIntentObject,
  charge: ChargeObject,
  amount: number,
): PaymentIntentObject => {
  const { statement_descriptor, statement_descriptor_suffix } = intent;
  const captured = captureHeldCharge(context, charge, amount, {
    statement_descriptor,
    statement_descriptor_suffix,
  });
  disputeCharge(context, captured);
  return saveIntent(
    context,
    'payment_intent.succeeded',
    withChanges(intent, { amount_capturable: 0, amount_received: amount }),
  );
};

/** Captures the authorized amount, in part or as a whole. The rest is released. */
export const captureIntent = operation({
  name: 'capturePaymentIntent',
  failureAlias: 'capture',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/capture',
  returns: 'payment_intent',
  params: CaptureIntentParams,
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.bindTo('before'),
      E.bind('moved', ({ before }) => moveIntent(before, 'capture')),
      E.tap(() => failIf(params.final_capture === false ? notFinal : null)),
      E.bind('intent', ({ moved }) => applyIntentParams(context, moved, params)),
      E.bind('charge', ({ before }) =>
        findCharge(context, before.latest_charge ?? '', 'payment_intent'),
      ),
      E.bind('amount', ({ before, charge }) =>
        pipe(captureAmount(charge, params.amount_to_capture), E.mapLeft(withIntent(before))),
      ),
      E.map(({ intent, charge, amount }) => capture(context, intent, charge, amount)),
    ),
});
