import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  CallOptions,
  NewCheckoutSession,
  NewPaymentIntent,
  NewSetupIntent,
  PaymentProcessor,
} from '../../../application/ports/payment-processor.js';
import type { PaymentIntent } from '../../../domain/objects/payment-intent.js';
import type { PaymentMethods } from '../../../domain/objects/payment-methods.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import {
  answeredWithCharges,
  callEngine,
  type Definition,
  type Engine,
  engineOperations,
  type ListObject,
  type MethodTypes,
  type PaymentIntentObject,
  readMethodTypes,
  withCharges,
} from '../../../simulator/index.js';
import { checkoutParams } from '../stripe-objects/checkout-params.js';
import { createdParams } from '../stripe-objects/created-params.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import { confirmationParams, creationParams } from '../stripe-objects/intent-params.js';
import { keptCards, mayBeDeleted } from './kept-cards.js';

// An object that is created under an idempotency key carries the key in its metadata (decision P14).
const carryingKey =
  <P extends object, A>(create: (params: P, options?: CallOptions) => A) =>
  (params: P, options?: CallOptions): A =>
    create(withKeyMetadata(params, options?.idempotencyKey), options);

type MethodParams =
  | { readonly automatic_payment_methods: { readonly enabled: true } }
  | { readonly payment_method_types: MethodTypes };

const methodParams = (
  methods: PaymentMethods = ['card'],
): E.Either<ProcessorError, MethodParams> =>
  methods === 'automatic'
    ? E.right({ automatic_payment_methods: { enabled: true } })
    : pipe(
        readMethodTypes(methods),
        E.map((payment_method_types) => ({ payment_method_types })),
      );

// Without a list of types, the page offers those that the account has enabled.
const sessionMethods = (
  methods: PaymentMethods = ['card'],
): E.Either<ProcessorError, { readonly payment_method_types?: MethodTypes }> =>
  methods === 'automatic'
    ? E.right({})
    : pipe(
        readMethodTypes(methods),
        E.map((payment_method_types) => ({ payment_method_types })),
      );

/** The `PaymentProcessor` of an engine. */
export const createPort = (
  engine: Engine,
  { cards = 'sources' }: { readonly cards?: 'sources' | 'payment_methods' } = {},
): PaymentProcessor => {
  const call = callEngine(engine);
  const callForIntent = <P extends object>(operation: Definition<P, PaymentIntentObject>) =>
    call(answeredWithCharges(operation));
  const withAllCharges = (list: ListObject<PaymentIntentObject>): ListObject<PaymentIntent> =>
    Object.freeze({ ...list, data: Object.freeze(list.data.map(withCharges(engine))) });
  const createIntent = callForIntent(engineOperations.createIntent);
  const createSession = call(engineOperations.createCheckoutSession);
  const updateIntent = callForIntent(engineOperations.updateIntent);
  const confirmIntent = callForIntent(engineOperations.confirmIntent);
  const createSetup = call(engineOperations.createSetupIntent);
  const confirmSetup = call(engineOperations.confirmSetupIntent);
  const tokenize = call(engineOperations.createToken);
  const deleteCustomer = call(engineOperations.deleteCustomer);

  return {
    createCustomer: carryingKey(call(engineOperations.createCustomer)),
    retrieveCustomer: call(engineOperations.retrieveCustomer),
    listCustomers: call(engineOperations.listCustomers),
    deleteCustomer: ({ customer }, options) =>
      pipe(
        deleteCustomer({ customer }, options),
        TE.orElse((error) =>
          mayBeDeleted(error, customer, options)
            ? pipe(
                call(engineOperations.retrieveCustomer)({ customer }),
                TE.filterOrElse(
                  (found) => 'deleted' in found,
                  () => error,
                ),
              )
            : TE.left(error),
        ),
      ),
    createCardToken: (card, options) => tokenize({ card }, options),
    ...keptCards(call, cards),
    // As Stripe's adapter sends it, and as Stripe completes it.
    createPaymentIntent: carryingKey((intent: NewPaymentIntent, options?: CallOptions) =>
      pipe(
        TE.fromEither(methodParams(intent.payment_methods)),
        TE.flatMap((methods) =>
          createIntent(
            { capture_method: 'automatic_async', ...creationParams(intent, methods) },
            options,
          ),
        ),
      ),
    ),
    retrievePaymentIntent: callForIntent(engineOperations.retrieveIntent),
    listPaymentIntents: (page) =>
      pipe(
        call(engineOperations.listIntents)(createdParams(page)),
        TE.map((list) => withAllCharges(list)),
      ),
    updatePaymentIntent: ({ payment_methods, ...changes }, options) =>
      pipe(
        TE.fromEither(payment_methods === undefined ? E.right({}) : methodParams(payment_methods)),
        TE.flatMap((methods) => updateIntent({ ...changes, ...methods }, options)),
      ),
    confirmPaymentIntent: (details, options) => confirmIntent(confirmationParams(details), options),
    capturePaymentIntent: callForIntent(engineOperations.captureIntent),
    cancelPaymentIntent: callForIntent(engineOperations.cancelIntent),
    createSetupIntent: carryingKey((setup: NewSetupIntent, options?: CallOptions) =>
      pipe(
        TE.fromEither(methodParams(setup.payment_methods)),
        TE.flatMap((methods) => createSetup(creationParams(setup, methods), options)),
      ),
    ),
    retrieveSetupIntent: call(engineOperations.retrieveSetupIntent),
    confirmSetupIntent: (details, options) => confirmSetup(confirmationParams(details), options),
    cancelSetupIntent: call(engineOperations.cancelSetupIntent),
    createCheckoutSession: (session: NewCheckoutSession, options?: CallOptions) =>
      pipe(
        TE.fromEither(sessionMethods(session.payment_methods)),
        TE.flatMap((methods) =>
          createSession(
            { ...checkoutParams(session, options?.idempotencyKey), ...methods },
            options,
          ),
        ),
      ),
    retrieveCheckoutSession: call(engineOperations.retrieveCheckoutSession),
    listCheckoutSessions: call(engineOperations.listCheckoutSessions),
    expireCheckoutSession: call(engineOperations.expireCheckoutSession),
    retrieveCharge: call(engineOperations.retrieveCharge),
    createRefund: carryingKey(call(engineOperations.createRefund)),
    retrieveRefund: call(engineOperations.retrieveRefund),
    listRefunds: call(engineOperations.listRefunds),
    listAllPaymentIntents: (page) =>
      pipe(
        call(engineOperations.listIntents)(createdParams(page)),
        TE.map((list) => withAllCharges(list)),
      ),
    listCharges: (page) => call(engineOperations.listCharges)(createdParams(page)),
    listAllRefunds: (page) => call(engineOperations.listRefunds)(createdParams(page)),
    retrieveBalance: call(engineOperations.retrieveBalance),
    listBalanceTransactions: (page) =>
      call(engineOperations.listBalanceTransactions)(createdParams(page)),
    listPayouts: (page) => call(engineOperations.listPayouts)(createdParams(page)),
    listDisputes: (page) => call(engineOperations.listDisputes)(createdParams(page)),
    retrieveDispute: call(engineOperations.retrieveDispute),
    submitDisputeEvidence: call(engineOperations.updateDispute),
    closeDispute: call(engineOperations.closeDispute),
  };
};
