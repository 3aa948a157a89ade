import { type Recorded, someId, someText, someTime } from './support/differences.js';
import {
  recordedCharge,
  recordedCustomer,
  recordedDispute,
  recordedDisputeFee,
  recordedIntent,
  recordedLogUrl,
  recordedPage,
  recordedPaymentMethod,
  recordedRefund,
  recordedRefusal,
  recordedTransaction,
} from './support/recorded-objects.js';
import { type RecordedStep, replaySteps } from './support/recorded-steps.js';

// Source: Kiln-AI/stripe_world, tests/conformance/cassettes/11_ledger_payouts.json.

type Wanted = Pick<RecordedStep, 'step' | 'request' | 'body'> & Partial<RecordedStep>;

const done = (wanted: Wanted): RecordedStep => ({ status: 200, exactly: true, ...wanted });

const refused = (wanted: Wanted): RecordedStep => ({ status: 400, exactly: true, ...wanted });

const checked = {
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
};

const method = (step: number, name: string, token: string, last4: string): RecordedStep =>
  done({
    step,
    request: 'POST /v1/payment_methods',
    form: { type: 'card', card: { token } },
    as: name,
    body: recordedPaymentMethod({ card: { last4 } }),
  });

type Payment = {
  readonly name: string;
  readonly amount: number;
  readonly card: string;
  readonly form?: NonNullable<RecordedStep['form']>;
  readonly intent?: { readonly [field: string]: Recorded };
};

/** A payment of the customer. Captures its charge as `name`, and its intent as `pi_name`. */
const payment = (
  step: number,
  { name, amount, card, form = {}, intent = {} }: Payment,
): RecordedStep =>
  done({
    step,
    request: 'POST /v1/payment_intents',
    form: {
      amount,
      currency: 'cad',
      customer: '{customer}',
      payment_method: `{${card}}`,
      confirm: true,
      payment_method_types: ['card'],
      ...form,
    },
    as: `pi_${name}`,
    captures: { [name]: 'latest_charge' },
    body: recordedIntent({
      amount,
      amount_received: amount,
      currency: 'cad',
      customer: '{customer}',
      latest_charge: `{${name}}`,
      payment_method: `{${card}}`,
      status: 'succeeded',
      ...intent,
    }),
  });

const paid = {
  id: '{paid}',
  amount: 4400,
  currency: 'cad',
  customer: '{customer}',
  description: 'scenario 11 charge',
  payment_intent: '{pi_paid}',
  payment_method: '{visa}',
};

const held = {
  id: '{held}',
  amount: 6500,
  currency: 'cad',
  customer: '{customer}',
  payment_intent: '{pi_held}',
  payment_method: '{visa}',
  card: { capture_before: someTime },
};

const charged = recordedTransaction({
  id: '{charged}',
  amount: 4400,
  description: 'scenario 11 charge',
  fee: 193,
  fee_details: [
    {
      amount: 193,
      application: null,
      currency: 'cad',
      description: 'Stripe processing fees',
      type: 'stripe_fee',
    },
  ],
  net: 4207,
  reporting_category: 'charge',
  source: '{paid}',
  type: 'charge',
});

const withdrawn = recordedTransaction({
  id: '{withdrawn}',
  amount: -3000,
  description: 'Chargeback withdrawal for {disputed}',
  ...recordedDisputeFee('cad'),
  net: -4500,
  reporting_category: 'dispute',
  source: '{dispute}',
  status: 'available',
  type: 'adjustment',
});

const dispute = {
  id: '{dispute}',
  amount: 3000,
  balance_transaction: '{withdrawn}',
  balance_transactions: [withdrawn],
  charge: '{disputed}',
  currency: 'cad',
  payment_intent: '{pi_disputed}',
};

const known = {
  customer_email_address: 's11@conformance.stripeapi.invalid',
  customer_name: 'scenario 11',
};

const inquiry = {
  id: '{inquiry}',
  amount: 2100,
  balance_transaction: null,
  balance_transactions: [],
  card: { case_type: 'inquiry', network_reason_code: '10' },
  charge: '{asked}',
  currency: 'cad',
  is_charge_refundable: true,
  payment_intent: '{pi_asked}',
};

const answered = { has_evidence: true, submission_count: 1 };

const missing = (resource: string, id: string, param: string) =>
  recordedRefusal({
    code: 'resource_missing',
    message: `No such ${resource}: '${id}'`,
    param,
  });

const tooSmall = recordedRefusal({
  code: 'parameter_invalid_integer',
  message: 'This value must be greater than or equal to 1.',
  param: 'amount',
});

const none = recordedPage('/v1/balance_transactions', []);

replaySteps(
  '11 (ledger and payouts)',
  [
    done({
      step: 0,
      request: 'POST /v1/customers',
      form: { email: 's11@conformance.stripeapi.invalid', description: 'scenario 11' },
      as: 'customer',
      body: recordedCustomer({
        description: 'scenario 11',
        email: 's11@conformance.stripeapi.invalid',
      }),
    }),
    method(1, 'visa', 'tok_visa', '4242'),
    done({
      step: 2,
      request: 'POST /v1/payment_methods/{visa}/attach',
      form: { customer: '{customer}' },
      body: recordedPaymentMethod({ id: '{visa}', card: checked, customer: '{customer}' }),
    }),
    payment(3, {
      name: 'paid',
      amount: 4400,
      card: 'visa',
      form: { description: 'scenario 11 charge' },
      intent: { description: 'scenario 11 charge' },
    }),
    done({ step: 4, request: 'GET /v1/charges/{paid}', body: recordedCharge(paid) }),
    payment(5, {
      name: 'held',
      amount: 6500,
      card: 'visa',
      form: { capture_method: 'manual' },
      intent: {
        amount_capturable: 6500,
        amount_received: 0,
        capture_method: 'manual',
        status: 'requires_capture',
      },
    }),
    done({
      step: 6,
      request: 'GET /v1/charges/{held}',
      body: recordedCharge({ ...held, amount_captured: 0, captured: false }),
    }),
    done({
      step: 7,
      request: 'POST /v1/payment_intents/{pi_held}/capture',
      form: { amount_to_capture: 5000 },
      body: recordedIntent({
        id: '{pi_held}',
        amount: 6500,
        amount_received: 5000,
        capture_method: 'manual',
        currency: 'cad',
        customer: '{customer}',
        latest_charge: '{held}',
        payment_method: '{visa}',
        status: 'succeeded',
      }),
    }),
    done({
      step: 8,
      request: 'GET /v1/charges/{held}',
      body: recordedCharge({ ...held, amount_captured: 5000, balance_transaction: someId('txn') }),
    }),
    done({
      step: 9,
      request: 'POST /v1/refunds',
      form: { charge: '{paid}', amount: 1400 },
      as: 'refund',
      body: recordedRefund({
        amount: 1400,
        charge: '{paid}',
        payment_intent: '{pi_paid}',
        currency: 'cad',
        customer: '{customer}',
        payment_method: '{visa}',
      }),
    }),
    done({
      step: 10,
      request: 'GET /v1/balance_transactions',
      form: { source: '{refund}' },
      body: recordedPage('/v1/balance_transactions', [
        recordedTransaction({
          amount: -1400,
          description: 'REFUND FOR CHARGE (scenario 11 charge)',
          net: -1400,
          reporting_category: 'refund',
          source: '{refund}',
          type: 'refund',
        }),
      ]),
    }),
    method(11, 'dispute_card', 'tok_visa_createDispute', '0259'),
    payment(12, { name: 'disputed', amount: 3000, card: 'dispute_card' }),
    done({
      step: 13,
      request: 'GET /v1/charges/{disputed}/dispute',
      as: 'dispute',
      captures: { withdrawn: 'balance_transactions.0.id' },
      body: recordedDispute(dispute),
    }),
    done({
      step: 14,
      request: 'POST /v1/disputes/{dispute}',
      form: { evidence: { uncategorized_text: 'winning_evidence' } },
      body: recordedDispute({
        ...dispute,
        evidence: { uncategorized_text: 'winning_evidence' },
        evidence_details: answered,
        status: 'under_review',
      }),
    }),
    method(15, 'inquiry_card', 'tok_visa_createDisputeInquiry', '1976'),
    payment(16, { name: 'asked', amount: 2100, card: 'inquiry_card' }),
    done({
      step: 17,
      secondsLater: 2,
      request: 'GET /v1/charges/{asked}/dispute',
      as: 'inquiry',
      body: recordedDispute({ ...inquiry, evidence: known, status: 'warning_needs_response' }),
    }),
    done({
      step: 18,
      request: 'POST /v1/disputes/{inquiry}',
      form: { evidence: { uncategorized_text: 'uncategorized' } },
      body: recordedDispute({
        ...inquiry,
        evidence: { ...known, uncategorized_text: 'uncategorized' },
        evidence_details: answered,
        status: 'warning_under_review',
      }),
    }),
    done({
      step: 19,
      request: 'GET /v1/balance_transactions',
      form: { source: '{dispute}' },
      body: none,
    }),
    done({
      step: 20,
      request: 'GET /v1/balance_transactions',
      form: { source: '{inquiry}' },
      body: none,
    }),
    done({
      step: 21,
      request: 'GET /v1/balance_transactions',
      form: { source: '{paid}' },
      captures: { charged: 'data.0.id' },
      body: recordedPage('/v1/balance_transactions', [charged]),
    }),
    done({ step: 22, request: 'GET /v1/balance_transactions/{charged}', body: charged }),
    done({
      step: 23,
      request: 'GET /v1/balance_transactions/{charged}',
      form: { expand: ['source'] },
      body: {
        ...charged,
        source: recordedCharge({
          ...paid,
          amount_refunded: 1400,
          balance_transaction: '{charged}',
        }),
      },
    }),
    done({
      step: 24,
      request: 'GET /v1/balance_transactions/{withdrawn}',
      form: { expand: ['source'] },
      body: {
        ...withdrawn,
        source: recordedDispute({
          ...dispute,
          evidence: { ...known, uncategorized_text: 'winning_evidence' },
          evidence_details: answered,
          status: 'under_review',
        }),
      },
    }),
    refused({
      step: 25,
      request: 'GET /v1/balance_transactions',
      form: { payout: 'po_nope' },
      body: missing('payout', 'po_nope', 'payout'),
    }),
    done({
      step: 26,
      request: 'GET /v1/balance_transactions',
      form: { type: 'bogus_type' },
      body: none,
    }),
    done({
      step: 27,
      request: 'GET /v1/balance_transactions',
      form: { currency: 'usd' },
      body: none,
    }),
    done({
      step: 28,
      request: 'GET /v1/balance',
      body: {
        object: 'balance',
        available: [{ amount: -177465, currency: 'cad', source_types: { card: -177465 } }],
        livemode: false,
        pending: [{ amount: 377717, currency: 'cad', source_types: { card: 377717 } }],
        refund_and_dispute_prefunding: {
          available: [{ amount: 0, currency: 'cad' }],
          pending: [{ amount: 0, currency: 'cad' }],
        },
      },
      except: Object.fromEntries(
        ['available', 'pending'].flatMap((part) =>
          ['amount', 'source_types.card'].map((field) => [
            `${part}.0.${field}`,
            'the recorded account had other payments before',
          ]),
        ),
      ),
    }),
    refused({
      step: 29,
      request: 'POST /v1/payouts',
      form: { amount: -100, currency: 'cad' },
      body: tooSmall,
    }),
    refused({
      step: 30,
      request: 'POST /v1/payouts',
      form: { amount: 0, currency: 'cad' },
      body: tooSmall,
    }),
    refused({
      step: 31,
      request: 'POST /v1/payouts',
      form: { currency: 'cad' },
      body: recordedRefusal({
        code: 'parameter_missing',
        message: 'Missing required param: amount.',
        param: 'amount',
      }),
    }),
    refused({
      step: 32,
      request: 'POST /v1/payouts',
      form: { amount: 1000, currency: 'xxd' },
      // The message lists all currencies, here without usdc.
      body: {
        error: {
          message: someText,
          param: 'currency',
          request_log_url: recordedLogUrl,
          type: 'invalid_request_error',
        },
      },
    }),
    done({ step: 33, request: 'GET /v1/payouts', body: recordedPage('/v1/payouts', []) }),
    done({
      step: 34,
      request: 'GET /v1/payouts',
      form: { status: 'paid' },
      body: recordedPage('/v1/payouts', []),
    }),
    refused({
      step: 35,
      request: 'GET /v1/payouts/po_nope',
      status: 404,
      body: missing('payout', 'po_nope', 'payout'),
    }),
    refused({
      step: 36,
      request: 'POST /v1/payouts/po_nope/cancel',
      status: 404,
      body: missing('payout', 'po_nope', 'payout'),
    }),
    refused({
      step: 37,
      request: 'POST /v1/payouts/po_nope/reverse',
      status: 404,
      body: missing('payout', 'po_nope', 'payout'),
    }),
    refused({
      step: 38,
      request: 'GET /v1/balance_transactions/txn_nope',
      status: 404,
      body: missing('balance transaction', 'txn_nope', 'id'),
    }),
  ],
  { fees: { percent: 3.7, fixed: 30 } },
);
