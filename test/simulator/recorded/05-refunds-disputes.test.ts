import { type Recorded, someId, someNumber, someText } from './support/differences.js';
import {
  recordedCharge,
  recordedCustomer,
  recordedDispute,
  recordedDisputeFee,
  recordedIntent,
  recordedPage,
  recordedPaymentMethod,
  recordedRefund,
  recordedRefusal,
  recordedTransaction,
} from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/05_refunds_disputes.json.

type Wanted = Pick<RecordedStep, 'step' | 'request' | 'body'> & Partial<RecordedStep>;

const done = (wanted: Wanted): RecordedStep => ({ status: 200, exactly: true, ...wanted });

const refused = (wanted: Wanted): RecordedStep => ({ status: 400, exactly: true, ...wanted });

const checked = {
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
};

type Card = { readonly name: string; readonly token: string; readonly last4: string };

/** A payment method from a token, attached to the customer. */
const attached = (step: number, { name, token, last4 }: Card): ReadonlyArray<RecordedStep> => [
  done({
    step,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token } },
    as: name,
    body: recordedPaymentMethod({ card: { last4 } }),
  }),
  done({
    step: step + 1,
    request: `POST /v1/payment_methods/{${name}}/attach`,
    form: { customer: '{customer}' },
    body: recordedPaymentMethod({
      id: `{${name}}`,
      card: { last4, ...checked },
      customer: '{customer}',
    }),
  }),
];

type Payment = {
  readonly name: string;
  readonly amount: number;
  readonly card: string;
  readonly description?: string;
};

/** A payment of the customer, captured at once. Captures its charge as `name`, and its intent as `pi_name`. */
const payment = (
  step: number,
  { name, amount, card, description = 'scenario 05 charge' }: Payment,
): RecordedStep =>
  done({
    step,
    request: 'POST /v1/payment_intents',
    form: {
      amount,
      currency: 'usd',
      confirm: true,
      payment_method_types: ['card'],
      customer: '{customer}',
      payment_method: `{${card}}`,
      description,
    },
    as: `pi_${name}`,
    captures: { [name]: 'latest_charge' },
    body: recordedIntent({
      amount,
      amount_received: amount,
      customer: '{customer}',
      description,
      latest_charge: `{${name}}`,
      payment_method: `{${card}}`,
      status: 'succeeded',
    }),
  });

/** A payment of the customer, to be captured by hand. */
const hold = (step: number, wanted: Required<Payment>): RecordedStep => {
  const paid = payment(step, wanted);
  const { amount, name, card, description } = wanted;
  return {
    ...paid,
    form: { ...paid.form, capture_method: 'manual' },
    body: recordedIntent({
      amount,
      amount_capturable: amount,
      capture_method: 'manual',
      customer: '{customer}',
      description,
      latest_charge: `{${name}}`,
      payment_method: `{${card}}`,
      status: 'requires_capture',
    }),
  };
};

const refundOf = (name: string, fields: Parameters<typeof recordedRefund>[0]) =>
  recordedRefund({
    charge: `{${name}}`,
    customer: '{customer}',
    payment_intent: `{pi_${name}}`,
    payment_method: '{visa}',
    ...fields,
  });

/** The card of a refund some seconds later. */
const referenced = {
  destination_details: {
    card: {
      reference: someText,
      reference_status: 'available',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  },
};

const partial = {
  id: '{partial}',
  amount: 1500,
  metadata: { p: 's05' },
  reason: 'duplicate',
};
const rest = { amount: 3500 };

const chargeOf = (
  name: string,
  fields: { readonly [key: string]: Recorded; readonly amount: number },
) =>
  recordedCharge({
    id: `{${name}}`,
    customer: '{customer}',
    description: 'scenario 05 charge',
    payment_intent: `{pi_${name}}`,
    payment_method: '{visa}',
    ...fields,
  });

const main = chargeOf('main', {
  amount: 5000,
  amount_refunded: 1500,
  balance_transaction: someId('txn'),
});

const refundsOfMain = [
  refundOf('main', { ...rest, ...referenced }),
  refundOf('main', { ...partial, ...referenced }),
];

// The recorded account settles in Canadian dollars, this one in the currency of the charge.
const exchanged = { amount: someNumber, currency: someText, net: someNumber };

const withdrawal = (name: string, fields = {}) =>
  recordedTransaction({
    ...exchanged,
    description: `Chargeback withdrawal for {${name}}`,
    ...recordedDisputeFee(someText),
    reporting_category: 'dispute',
    source: someId('du'),
    status: 'available',
    type: 'adjustment',
    ...fields,
  });

const reversal = (name: string) =>
  recordedTransaction({
    ...exchanged,
    description: `Chargeback reversal for {${name}}`,
    reporting_category: 'dispute_reversal',
    source: someId('du'),
    status: 'pending',
    type: 'adjustment',
  });

type DisputeFields = Parameters<typeof recordedDispute>[0];

const chargeback = (name: string, fields: DisputeFields) =>
  recordedDispute({
    balance_transaction: someId('txn'),
    balance_transactions: [withdrawal(name)],
    charge: `{${name}}`,
    payment_intent: `{pi_${name}}`,
    ...fields,
  });

const known = {
  customer_email_address: 's05@conformance.stripeapi.invalid',
  customer_name: 'scenario 05',
};

const answered = { has_evidence: true, submission_count: 1 };

const disputed = { id: '{dispute}', amount: 6000 };
const filled = { ...known, product_description: 'scenario 05 disputed' };
const won = { ...filled, uncategorized_text: 'winning_evidence' };

const held = {
  amount: 4400,
  balance_transactions: [withdrawal('held', { status: 'pending' })],
};

const inquiry = {
  id: '{inquiry}',
  amount: 1700,
  balance_transaction: null,
  balance_transactions: [],
  card: { case_type: 'inquiry', network_reason_code: '10' },
  is_charge_refundable: true,
  status: 'warning_needs_response',
};

const closing = { id: '{closing}', amount: 2600 };
const closingEvidence = { ...known, product_description: 'scenario 05 close' };

const disputesOf = (data: ReadonlyArray<Recorded>) => ({
  ...recordedPage('/v1/disputes', data),
  count: data.length,
});

// The recorded processor fills in one field after the other, this one all at the same time.
const oneByOne = 'the e-mail address was filled in later than the name';

replaySteps('05 (refunds and disputes)', [
  done({
    step: 0,
    request: 'POST /v1/customers',
    form: {
      email: 's05@conformance.stripeapi.invalid',
      description: 'scenario 05',
      metadata: { probe: 's05' },
    },
    as: 'customer',
    body: recordedCustomer({
      description: 'scenario 05',
      email: 's05@conformance.stripeapi.invalid',
      metadata: { probe: 's05' },
    }),
  }),
  ...attached(1, { name: 'visa', token: 'tok_visa', last4: '4242' }),
  payment(3, { name: 'main', amount: 5000, card: 'visa' }),
  done({
    step: 4,
    secondsLater: 1,
    request: 'POST /v1/refunds',
    form: { charge: '{main}', amount: 1500, reason: 'duplicate', metadata: { p: 's05' } },
    as: 'partial',
    body: refundOf('main', partial),
  }),
  done({ step: 5, secondsLater: 1, request: 'GET /v1/charges/{main}', body: main }),
  done({
    step: 6,
    request: 'GET /v1/charges/{main}',
    form: { expand: ['refunds'] },
    body: {
      ...main,
      refunds: {
        ...recordedPage('/v1/charges/{main}/refunds', [refundOf('main', partial)]),
        total_count: 1,
      },
    },
  }),
  done({
    step: 7,
    request: 'POST /v1/refunds',
    form: { charge: '{main}' },
    body: refundOf('main', rest),
  }),
  refused({
    step: 8,
    request: 'POST /v1/refunds',
    form: { charge: '{main}', amount: 1 },
    body: recordedRefusal({
      code: 'charge_already_refunded',
      message: 'Charge {main} has already been refunded.',
    }),
  }),
  payment(9, { name: 'second', amount: 3200, card: 'visa' }),
  done({
    step: 10,
    request: 'POST /v1/refunds',
    form: { payment_intent: '{pi_second}', amount: 700 },
    as: 'by_intent',
    body: refundOf('second', { amount: 700 }),
  }),
  refused({
    step: 11,
    request: 'POST /v1/refunds',
    form: { payment_intent: '{pi_second}', amount: 3000 },
    body: recordedRefusal({
      message: 'Refund amount ($30.00) is greater than unrefunded amount on charge ($25.00)',
      param: 'amount',
    }),
  }),
  refused({
    step: 12,
    request: 'POST /v1/refunds',
    form: { amount: 100 },
    body: recordedRefusal({
      message:
        'One of the following params should be provided for this request: payment_intent or charge.',
    }),
  }),
  refused({
    step: 13,
    request: 'POST /v1/refunds',
    form: { charge: 'ch_unknown0000000000000000' },
    status: 404,
    body: recordedRefusal({
      code: 'resource_missing',
      message: "No such charge: 'ch_unknown0000000000000000'",
      param: 'id',
    }),
  }),
  done({
    step: 14,
    secondsLater: 2,
    request: 'POST /v1/refunds/{by_intent}',
    form: { metadata: { k: 'v' } },
    body: refundOf('second', {
      id: '{by_intent}',
      amount: 700,
      metadata: { k: 'v' },
      ...referenced,
    }),
  }),
  refused({
    step: 15,
    request: 'POST /v1/refunds/{by_intent}/cancel',
    body: recordedRefusal({ message: 'Canceling this refund is unsupported.' }),
  }),
  done({
    step: 16,
    request: 'GET /v1/refunds',
    form: { charge: '{main}', limit: 100 },
    body: { ...recordedPage('/v1/refunds', refundsOfMain), count: 2 },
  }),
  done({
    step: 17,
    request: 'GET /v1/charges/{main}/refunds',
    body: recordedPage('/v1/charges/{main}/refunds', refundsOfMain),
  }),
  done({
    step: 18,
    request: 'GET /v1/charges/{main}/refunds/{partial}',
    body: refundOf('main', { ...partial, ...referenced }),
  }),
  refused({
    step: 19,
    request: 'GET /v1/charges/{second}/refunds/{partial}',
    status: 404,
    body: recordedRefusal({
      code: 'resource_missing',
      message: "No such refund: '{partial}'",
      param: 'refund',
    }),
  }),
  hold(20, { name: 'hold', amount: 3300, card: 'visa', description: 'scenario 05 charge' }),
  refused({
    step: 21,
    request: 'POST /v1/refunds',
    form: { charge: '{hold}', amount: 100 },
    body: recordedRefusal({
      message:
        'This uncaptured Charge was created by a PaymentIntent ({pi_hold}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method',
    }),
  }),
  payment(22, { name: 'legacy', amount: 4100, card: 'visa' }),
  done({
    step: 23,
    request: 'POST /v1/charges/{legacy}/refund',
    form: { amount: 800 },
    body: chargeOf('legacy', { amount: 4100, amount_refunded: 800 }),
  }),
  done({
    step: 24,
    request: 'POST /v1/charges/{legacy}/refunds',
    form: { amount: 300 },
    body: refundOf('legacy', { amount: 300 }),
  }),
  ...attached(25, { name: 'dispute_card', token: 'tok_visa_createDispute', last4: '0259' }),
  payment(27, {
    name: 'disputed',
    amount: 6000,
    card: 'dispute_card',
    description: 'scenario 05 disputed',
  }),
  done({
    step: 28,
    request: 'GET /v1/charges/{disputed}',
    body: chargeOf('disputed', {
      amount: 6000,
      card: { last4: '0259' },
      description: 'scenario 05 disputed',
      dispute: someId('du'),
      disputed: true,
      payment_method: '{dispute_card}',
    }),
  }),
  done({
    step: 29,
    request: 'GET /v1/disputes',
    form: { charge: '{disputed}' },
    captures: { dispute: 'data.0.id' },
    body: disputesOf([chargeback('disputed', disputed)]),
  }),
  done({
    step: 30,
    secondsLater: 2,
    request: 'GET /v1/disputes/{dispute}',
    body: chargeback('disputed', { ...disputed, evidence: filled }),
  }),
  done({
    step: 31,
    request: 'GET /v1/charges/{disputed}/dispute',
    body: chargeback('disputed', { ...disputed, evidence: filled }),
  }),
  refused({
    step: 32,
    request: 'POST /v1/refunds',
    form: { charge: '{disputed}', amount: 100 },
    body: recordedRefusal({
      code: 'charge_disputed',
      message: 'Charge {disputed} has been charged back; cannot issue a refund.',
    }),
  }),
  done({
    step: 33,
    request: 'POST /v1/disputes/{dispute}',
    form: { evidence: { uncategorized_text: 'winning_evidence' } },
    body: chargeback('disputed', {
      ...disputed,
      evidence: won,
      evidence_details: answered,
      status: 'under_review',
    }),
  }),
  done({
    step: 34,
    secondsLater: 5,
    request: 'GET /v1/disputes/{dispute}',
    body: chargeback('disputed', {
      ...disputed,
      balance_transactions: [withdrawal('disputed'), reversal('disputed')],
      evidence: won,
      evidence_details: answered,
      is_charge_refundable: true,
      status: 'won',
    }),
  }),
  done({
    step: 35,
    request: 'POST /v1/refunds',
    form: { charge: '{disputed}', amount: 100 },
    body: { ...refundOf('disputed', { amount: 100 }), payment_method: '{dispute_card}' },
  }),
  hold(36, {
    name: 'held',
    amount: 4400,
    card: 'dispute_card',
    description: 'scenario 05 held dispute',
  }),
  done({
    step: 37,
    request: 'GET /v1/disputes',
    form: { charge: '{held}' },
    body: disputesOf([]),
  }),
  done({
    step: 38,
    request: 'POST /v1/payment_intents/{pi_held}/capture',
    body: recordedIntent({
      id: '{pi_held}',
      amount: 4400,
      amount_received: 4400,
      capture_method: 'manual',
      customer: '{customer}',
      description: 'scenario 05 held dispute',
      latest_charge: '{held}',
      payment_method: '{dispute_card}',
      status: 'succeeded',
    }),
  }),
  done({
    step: 39,
    request: 'GET /v1/disputes',
    form: { charge: '{held}' },
    captures: { held_dispute: 'data.0.id' },
    body: disputesOf([chargeback('held', held)]),
  }),
  done({
    step: 40,
    secondsLater: 2,
    request: 'GET /v1/disputes/{held_dispute}',
    body: chargeback('held', {
      ...held,
      id: '{held_dispute}',
      evidence: {
        customer_name: 'scenario 05',
        product_description: 'scenario 05 held dispute',
      },
    }),
    except: { 'evidence.customer_email_address': oneByOne },
  }),
  ...attached(41, {
    name: 'inquiry_card',
    token: 'tok_visa_createDisputeInquiry',
    last4: '1976',
  }),
  payment(43, {
    name: 'asked',
    amount: 1700,
    card: 'inquiry_card',
    description: 'scenario 05 inquiry',
  }),
  done({
    step: 44,
    secondsLater: 2,
    request: 'GET /v1/disputes',
    form: { charge: '{asked}' },
    captures: { inquiry: 'data.0.id' },
    body: disputesOf([chargeback('asked', { ...inquiry, evidence: known })]),
  }),
  done({
    step: 45,
    request: 'GET /v1/disputes/{inquiry}',
    body: chargeback('asked', { ...inquiry, evidence: known }),
  }),
  done({
    step: 46,
    request: 'POST /v1/disputes/{inquiry}',
    form: { evidence: { uncategorized_text: 'escalate_inquiry_evidence' } },
    body: chargeback('asked', {
      ...inquiry,
      evidence: { ...known, uncategorized_text: 'escalate_inquiry_evidence' },
      evidence_details: answered,
      status: 'warning_under_review',
    }),
  }),
  ...attached(47, { name: 'close_card', token: 'tok_visa_createDispute', last4: '0259' }),
  payment(49, {
    name: 'given_up',
    amount: 2600,
    card: 'close_card',
    description: 'scenario 05 close',
  }),
  done({
    step: 50,
    secondsLater: 2,
    request: 'GET /v1/disputes',
    form: { charge: '{given_up}' },
    captures: { closing: 'data.0.id' },
    body: disputesOf([
      chargeback('given_up', {
        ...closing,
        evidence: { ...closingEvidence, customer_email_address: null },
      }),
    ]),
    except: { 'data.0.evidence.customer_email_address': oneByOne },
  }),
  done({
    step: 51,
    request: 'POST /v1/disputes/{closing}/close',
    body: chargeback('given_up', { ...closing, evidence: closingEvidence, status: 'lost' }),
  }),
  refused({
    step: 52,
    request: 'POST /v1/disputes/{closing}',
    form: { evidence: { uncategorized_text: 'winning_evidence' } },
    body: recordedRefusal({ message: 'This dispute is already closed' }),
  }),
  refused({
    step: 53,
    request: 'POST /v1/disputes/{closing}/close',
    body: recordedRefusal({ message: 'This dispute is already closed' }),
  }),
  refused({
    step: 54,
    request: 'GET /v1/charges/{main}/dispute',
    status: 404,
    body: recordedRefusal({ message: 'No dispute for charge: {main}' }),
  }),
  refused({
    step: 55,
    request: 'GET /v1/disputes/du_nope',
    status: 404,
    body: recordedRefusal({
      code: 'resource_missing',
      message: "No such dispute: 'du_nope'",
      param: 'dispute',
    }),
  }),
]);
