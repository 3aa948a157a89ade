import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  useConfirmationToken,
  withConfirmationToken,
} from '../confirmation-tokens/confirmation-token.js';
import { type ApiError, failIf } from '../errors.js';
import { initialPaymentMethod } from '../intents/choose-payment-method.js';
import { elementsProblem } from '../intents/elements-options.js';
import { notTakenProblem, setUpProblem } from '../intents/method-problem.js';
import { returnUrlOf } from '../intents/next-action.js';
import { redactIntentParams } from '../intents/params.js';
import { automaticMethodsProblem, returnUrlProblem } from '../intents/payment-method-types.js';
import { earlyProblem } from '../intents/refusals.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { Instrument } from '../methods/instrument.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { findOptionalCustomer } from '../store/find.js';
import { CreateSetupIntentParams } from './params.js';
import { attemptSetup } from './setup-attempt.js';
import {
  applySetupIntentParams,
  newSetupIntentDraft,
  saveSetupIntent,
} from './setup-intent-record.js';

const creationProblem = (
  context: RequestContext,
  draft: Pick<SetupIntentObject, 'automatic_payment_methods'>,
  params: CreateSetupIntentParams,
): ApiError | null =>
  automaticMethodsProblem(params) ??
  (params.confirm === true
    ? (elementsProblem(context, params, 'SetupIntent', draft) ??
      returnUrlProblem('SetupIntent', draft, params))
    : earlyProblem('SetupIntent', params));

const initialProblem = (
  draft: Pick<SetupIntentObject, 'payment_method_types'>,
  instrument: Instrument,
  params: CreateSetupIntentParams,
): ApiError | null =>
  params.confirm === true
    ? setUpProblem(draft, instrument, params)
    : notTakenProblem('SetupIntent', draft, instrument);

/** Creates a setup intent, and confirms it if `confirm` is true. The intent is kept even if that confirmation is declined. */
export const createSetup = operation({
  name: 'createSetupIntent',
  failureAlias: 'create',
  method: 'POST',
  path: '/v1/setup_intents',
  returns: 'setup_intent',
  params: CreateSetupIntentParams,
  setsUp: ({ confirm }) => confirm === true,
  remembered: redactIntentParams,
  run: (context) => (given) =>
    pipe(
      withConfirmationToken(context, given),
      E.bindTo('params'),
      E.bind('draft', ({ params }) =>
        applySetupIntentParams(context, newSetupIntentDraft(context, params), params),
      ),
      E.tap(({ draft, params }) => failIf(creationProblem(context, draft, params))),
      E.tap(({ params }) => findOptionalCustomer(context, params.customer)),
      E.bind('instrument', ({ params }) => initialPaymentMethod(context, params, 'SetupIntent')),
      E.tap(({ draft, instrument, params }) =>
        failIf(instrument === null ? null : initialProblem(draft, instrument, params)),
      ),
      E.flatMap(({ draft, instrument, params }) => {
        const id = context.newId('seti');
        const intent = saveSetupIntent(context, 'setup_intent.created', {
          id,
          ...draft,
          client_secret: context.newId(`${id}_secret`),
          payment_method: instrument?.id ?? null,
          status: instrument === null ? 'requires_payment_method' : 'requires_confirmation',
        });
        if (params.confirm !== true || instrument === null) return E.right(intent);
        useConfirmationToken(context, params, { setup_intent: id });
        return attemptSetup(context, {
          intent,
          instrument,
          returnUrl: returnUrlOf(params, instrument),
          agreement: params,
        });
      }),
    ),
});
