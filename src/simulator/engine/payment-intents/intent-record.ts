import type { Metadata } from '../../../domain/objects/metadata.js';
import type { ChargeResult } from '../charges/charge-record.js';
import { newMethods } from '../intents/payment-method-types.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, typeOfInstrument } from '../methods/instrument.js';
import type { ErrorObject } from '../objects/error.js';
import type { EventType } from '../objects/event-types.js';
import { deepFreeze, withChanges } from '../objects/json.js';
import type { CardOptions, PaymentIntentObject } from '../objects/payment-intent.js';
import type { CreateIntentParams } from './params.js';

const noDetails: PaymentIntentObject['amount_details'] = deepFreeze({ tip: {} });
const notManaged: PaymentIntentObject['managed_payments'] = deepFreeze({ enabled: false });
const noMetadata: Metadata = deepFreeze({});
const plainCard: CardOptions = deepFreeze({
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
});

const plainOptions: PaymentIntentObject['payment_method_options'] = deepFreeze({ card: plainCard });

/** A new intent without an id and a client secret, with only the parameters that no later request can change. */
export const newIntentDraft = (
  context: RequestContext,
  params: Pick<
    CreateIntentParams,
    'amount' | 'currency' | 'automatic_payment_methods' | 'confirmation_method'
  >,
): PaymentIntentObject => ({
  id: '',
  object: 'payment_intent',
  ...newMethods(context, params),
  amount: params.amount,
  amount_capturable: 0,
  amount_details: noDetails,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: context.intentDefaults.captureMethod,
  confirmation_method: params.confirmation_method ?? 'automatic',
  created: context.now,
  currency: params.currency,
  customer: null,
  customer_account: null,
  description: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: notManaged,
  metadata: noMetadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_options: plainOptions,
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shared_payment_granted_token: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
  client_secret: '',
});

/** Stores an intent and emits an event of this type. */
export const saveIntent = (
  context: RequestContext,
  type: EventType,
  intent: PaymentIntentObject,
): PaymentIntentObject => {
  context.state.intents.put(intent);
  context.emit(type, intent);
  return intent;
};

/** Stores an intent whose payment failed: it requires another payment method. */
export const saveFailedIntent = (
  context: RequestContext,
  intent: PaymentIntentObject,
  error: ErrorObject,
): PaymentIntentObject =>
  saveIntent(
    context,
    'payment_intent.payment_failed',
    withChanges(intent, {
      last_payment_error:
        error.type === 'card_error'
          ? { ...error, payment_method_type: error.payment_method?.type ?? 'card' }
          : error,
      next_action: null,
      payment_method: null,
      processing: null,
    }),
  );

/** The options of an intent for a card. */
export const cardOptionsOf = ({
  payment_method_options: { card = plainCard },
}: Pick<PaymentIntentObject, 'payment_method_options'>): CardOptions => card;

/** Whether the amount is only authorized at first. The options of the method take precedence over the intent. */
export const isManualCapture = (
  { capture_method, payment_method_options: options }: PaymentIntentObject,
  instrument: Instrument,
): boolean => {
  const own = options[typeOfInstrument(instrument)] ?? {};
  return ('capture_method' in own ? own.capture_method : capture_method) === 'manual';
};

/** How the bank answers the charge of an intent if it approves. */
export const paidResult = (intent: PaymentIntentObject, instrument: Instrument): ChargeResult => {
  if (isManualCapture(intent, instrument)) return 'authorized';
  return intent.capture_method === 'automatic_async' ? 'succeeded_async' : 'succeeded';
};
