import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { receiptEmail } from '../params/email.js';
import { textUpTo } from '../params/primitives.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { findCustomer } from '../store/find.js';
import { applyIntentParams } from './apply-params.js';
import { choosePaymentMethod } from './choose-payment-method.js';
import { offSessionProblem, returnUrlProblem } from './confirm.js';
import { type IntentDraft, newIntent, saveIntent } from './intent-record.js';
import { CreateIntentParams, redactIntentParams } from './params.js';
import { attemptPayment, newAttempt } from './payment-attempt.js';

// What only a confirmation can mean something with.
const ofConfirmation = [
  'error_on_requires_action',
  'mandate_data',
  'off_session',
  'return_url',
] as const satisfies ReadonlyArray<keyof CreateIntentParams>;

// What is settled by letting the account's payment methods in.
const notAutomatic = [
  'allowed_payment_method_types',
  'confirmation_method',
  'payment_method_types',
] as const satisfies ReadonlyArray<keyof CreateIntentParams>;

// On the wire these are read before; what comes through the port is as a program wrote it.
const texts = {
  description: textUpTo(1000),
  receipt_email: receiptEmail,
  statement_descriptor_suffix: statementDescriptor,
} as const;

const unreadable = (params: CreateIntentParams): ApiError | null => {
  for (const name of ['description', 'receipt_email', 'statement_descriptor_suffix'] as const) {
    const given = params[name];
    const read = given === undefined ? E.right(given) : texts[name].read(given, name);
    if (E.isLeft(read)) return read.left;
  }
  return null;
};

const early = (params: CreateIntentParams): ApiError | null => {
  const param = ofConfirmation.find((name) => params[name] !== undefined);
  return param === undefined
    ? null
    : invalidRequest(
        `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`,
        { param },
      );
};

const conflicting = (params: CreateIntentParams): ApiError | null => {
  const param =
    params.automatic_payment_methods?.enabled === true
      ? notAutomatic.find((name) => params[name] !== undefined)
      : undefined;
  return param === undefined
    ? null
    : invalidRequest(
        `You may only specify one of these parameters: automatic_payment_methods, ${param}.`,
        { param: 'automatic_payment_methods' },
      );
};

/** Why the parameters of a new intent do not go together; `null` when they do. */
const creationProblem = (draft: IntentDraft, params: CreateIntentParams): ApiError | null =>
  unreadable(params) ??
  conflicting(params) ??
  (params.confirm === true
    ? (offSessionProblem(draft, params) ?? returnUrlProblem(draft, params))
    : early(params));

const noPaymentMethod = invalidRequest(
  "You cannot confirm this PaymentIntent because it's missing a payment method. Please provide `payment_method` together with `confirm`.",
  { code: 'payment_intent_unexpected_state', param: 'payment_method' },
);

const instrumentOf = (
  call: RequestContext,
  params: CreateIntentParams,
): E.Either<ApiError, Instrument | null> =>
  pipe(
    choosePaymentMethod(call, params, params.customer ?? null),
    E.filterOrElse(
      (instrument) => instrument !== null || params.confirm !== true,
      () => noPaymentMethod,
    ),
  );

/** Creates a payment intent, and confirms it when asked to; declined then, it is still there. */
export const createIntent = operation({
  name: 'createPaymentIntent',
  failureAlias: 'create',
  method: 'POST',
  path: '/v1/payment_intents',
  returns: 'payment_intent',
  params: CreateIntentParams,
  charges: ({ confirm }) => confirm === true,
  remembered: redactIntentParams,
  run: (call) => (params) =>
    pipe(
      applyIntentParams(newIntent(params, call.now), params),
      E.bindTo('draft'),
      E.tap(({ draft }) => failIf(creationProblem(draft, params))),
      E.tap(() =>
        params.customer === undefined
          ? E.right(null)
          : findCustomer(call, params.customer, 'customer'),
      ),
      E.bind('instrument', () => instrumentOf(call, params)),
      E.flatMap(({ draft, instrument }) => {
        const id = call.newId('pi');
        const intent = saveIntent(call, 'payment_intent.created', {
          id,
          ...draft,
          client_secret: call.newId(`${id}_secret`),
          payment_method: instrument?.id ?? null,
          status: instrument === null ? 'requires_payment_method' : 'requires_confirmation',
        });
        return params.confirm === true && instrument !== null
          ? attemptPayment(call, newAttempt({ intent, instrument }, params, false))
          : E.right(intent);
      }),
    ),
});
