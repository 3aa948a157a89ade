import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { changeMethods, newMethods } from '../intents/payment-method-types.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ErrorObject } from '../objects/error.js';
import type { EventType } from '../objects/event-types.js';
import { deepFreeze } from '../objects/json.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { mergeMetadata } from '../params/metadata.js';
import { setOrUnset } from '../params/primitives.js';
import type { CreateSetupIntentParams, UpdateSetupIntentParams } from './params.js';

const notManaged: SetupIntentObject['managed_payments'] = deepFreeze({ enabled: false });
const noMetadata: SetupIntentObject['metadata'] = deepFreeze({});
const plainCard = deepFreeze({
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
} as const);

/** A setup intent before it is stored: without an id and without a client secret. */
type SetupIntentDraft = Omit<SetupIntentObject, 'id' | 'client_secret'>;

/** A new setup intent, with only the parameters that no later request can change. */
export const newSetupIntentDraft = (
  context: RequestContext,
  params: Pick<CreateSetupIntentParams, 'automatic_payment_methods'>,
): SetupIntentDraft => ({
  object: 'setup_intent',
  ...newMethods(context, params),
  application: null,
  cancellation_reason: null,
  created: context.now,
  customer: null,
  customer_account: null,
  description: null,
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  managed_payments: notManaged,
  mandate: null,
  metadata: noMetadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_options: { card: plainCard },
  single_use_mandate: null,
  status: 'requires_payment_method',
  // Recorded: whatever usage is asked for.
  usage: 'off_session',
});

/** Updates the given fields of a setup intent, except its payment method. */
export const applySetupIntentParams = <I extends SetupIntentDraft>(
  context: RequestContext,
  intent: I,
  params: Omit<UpdateSetupIntentParams, 'setup_intent'>,
): E.Either<ApiError, I> =>
  pipe(
    mergeMetadata(intent.metadata, params.metadata),
    E.bindTo('metadata'),
    E.bind('taking', () =>
      changeMethods(context, intent, params, {
        owner: 'SetupIntent',
        occasion: { amount: null, currency: null, manualCapture: false, setup: true },
        changed: !('id' in intent),
      }),
    ),
    E.map(({ metadata, taking }) => ({
      ...taking,
      customer: params.customer ?? intent.customer,
      description: setOrUnset(params.description, intent.description),
      metadata,
      payment_method_options: taking.payment_method_types.includes('card')
        ? {
            card: {
              ...plainCard,
              ...intent.payment_method_options.card,
              ...params.payment_method_options?.card,
            },
          }
        : {},
    })),
  );

/** Stores a setup intent and emits an event of this type. */
export const saveSetupIntent = (
  context: RequestContext,
  type: EventType,
  intent: SetupIntentObject,
): SetupIntentObject => {
  context.state.setupIntents.put(deepFreeze(intent));
  context.emit(type, intent);
  return intent;
};

/** Stores a setup intent whose attempt failed: it requires another payment method. */
export const saveFailedSetup = (
  context: RequestContext,
  intent: SetupIntentObject,
  last_setup_error: ErrorObject,
): SetupIntentObject =>
  saveSetupIntent(context, 'setup_intent.setup_failed', {
    ...intent,
    last_setup_error,
    next_action: null,
    payment_method: null,
  });
