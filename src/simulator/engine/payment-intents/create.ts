import * as E from 'fp-ts/lib/Either.js';
import {
  useConfirmationToken,
  withConfirmationToken,
} from '../confirmation-tokens/confirmation-token.js';
import type { ApiError } from '../errors.js';
import { initialPaymentMethod } from '../intents/choose-payment-method.js';
import { elementsProblem } from '../intents/elements-options.js';
import { methodConfirmationProblem, notTakenProblem } from '../intents/method-problem.js';
import { redactIntentParams } from '../intents/params.js';
import { automaticMethodsProblem } from '../intents/payment-method-types.js';
import { earlyProblem } from '../intents/refusals.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { Instrument } from '../methods/instrument.js';
import { withChanges } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { receiptEmail } from '../params/email.js';
import { textUpTo } from '../params/primitives.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { findOptionalCustomer } from '../store/find.js';
import { applyIntentParams } from './apply-params.js';
import { confirmationProblem } from './confirm.js';
import { newIntentDraft } from './intent-record.js';
import { CreateIntentParams } from './params.js';
import { attemptPayment, newAttempt } from './payment-attempt.js';

// Forms are checked earlier, but these parameters may also be passed by a program through the port.
const texts = {
  description: textUpTo(1000),
  receipt_email: receiptEmail,
  statement_descriptor_suffix: statementDescriptor,
} as const;

const textProblem = (params: CreateIntentParams): ApiError | null => {
  for (const name of ['description', 'receipt_email', 'statement_descriptor_suffix'] as const) {
    const given = params[name];
    const read = given === undefined ? E.right(given) : texts[name].read(given, name);
    if (E.isLeft(read)) return read.left;
  }
  return null;
};

const creationProblem = (
  context: RequestContext,
  draft: PaymentIntentObject,
  params: CreateIntentParams,
): ApiError | null =>
  textProblem(params) ??
  automaticMethodsProblem(params) ??
  (params.confirm === true
    ? (elementsProblem(context, params, 'PaymentIntent', draft) ??
      confirmationProblem(draft, params))
    : earlyProblem('PaymentIntent', params));

const methodProblem = (
  draft: PaymentIntentObject,
  instrument: Instrument,
  params: CreateIntentParams,
): ApiError | null =>
  notTakenProblem('PaymentIntent', draft, instrument) ??
  (params.confirm === true ? methodConfirmationProblem('PaymentIntent', instrument, params) : null);

// The secret of a new intent is its last field.
const inOrder = (draft: PaymentIntentObject): PaymentIntentObject => {
  if (draft.payment_details === undefined) return draft;
  const { client_secret, ...rest } = draft;
  return { ...rest, client_secret };
};

const create =
  (context: RequestContext) =>
  (params: CreateIntentParams): E.Either<ApiError, PaymentIntentObject> => {
    const draft = applyIntentParams(context, newIntentDraft(context, params), params);
    if (E.isLeft(draft)) return draft;
    const problem = creationProblem(context, draft.right, params);
    if (problem !== null) return E.left(problem);
    const customer = findOptionalCustomer(context, params.customer);
    if (E.isLeft(customer)) return customer;
    const chosen = initialPaymentMethod(context, params, 'PaymentIntent');
    if (E.isLeft(chosen)) return chosen;

    const instrument = chosen.right;
    const refused = instrument === null ? null : methodProblem(draft.right, instrument, params);
    if (refused !== null) return E.left(refused);
    const id = context.newId('pi');
    const intent = withChanges(inOrder(draft.right), {
      id,
      client_secret: context.newId(`${id}_secret`),
      payment_method: instrument?.id ?? null,
      status: instrument === null ? 'requires_payment_method' : 'requires_confirmation',
    });
    context.state.intents.put(intent);
    const confirms = params.confirm === true && instrument !== null;
    // Recorded: a confirmation in the same request chooses the payment method after this event.
    const asCreated = { payment_method: null, status: 'requires_payment_method' } as const;
    context.emit('payment_intent.created', confirms ? withChanges(intent, asCreated) : intent);
    if (!confirms) return E.right(intent);
    useConfirmationToken(context, params, { payment_intent: id });
    return attemptPayment(context, newAttempt({ intent, instrument }, params, false));
  };

/** Creates a payment intent, and confirms it if `confirm` is true. The intent is kept even if that confirmation is declined. */
export const createIntent = operation({
  name: 'createPaymentIntent',
  failureAlias: 'create',
  method: 'POST',
  path: '/v1/payment_intents',
  returns: 'payment_intent',
  params: CreateIntentParams,
  charges: ({ confirm }) => confirm === true,
  remembered: redactIntentParams,
  run: (context) => (params) => {
    const whole = withConfirmationToken(context, params);
    return E.isLeft(whole) ? whole : create(context)(whole.right);
  },
});
