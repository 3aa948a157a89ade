import { expect } from 'chai';
import type { HttpError } from '../../../../src/adapters/inbound/http/http-error.js';
import { describeHttpError } from '../../../../src/adapters/inbound/http/http-error-facts.js';
import type { ProcessorRefused } from '../../../../src/domain/payment-error.js';
import type { Expected, PartRefusal, Resource } from '../../../../src/domain/refusal.js';
import { paymentErrors } from '../../../support/errors/payment-errors.js';
import { partRefusals, refusals, type ShownRefusal } from '../../../support/errors/refusals.js';
import { keysOf } from '../../../support/json/keys-of.js';

const describeInEnglish = (error: HttpError): string => describeHttpError(error, 'en');

const required: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
  [['userId'], 'userId is required'],
  [
    ['userId', 'source'],
    'userId and source are required, and at least one of them is missing or blank',
  ],
  [
    ['number', 'exp_month', 'exp_year', 'cvc'],
    'number, exp_month, exp_year and cvc are required, and at least one of them is missing or blank',
  ],
];

const resources: { readonly [R in Resource]: string } = {
  customer: 'Customer not found: check the id; it may have been deleted',
  payment_intent: 'Payment intent not found: check the id; it may have been deleted',
  setup_intent: 'Setup intent not found: check the id; it may have been deleted',
  payment_method: 'Payment method not found: check the id; it may have been deleted',
  card: 'Card not found: check the id; it may have been deleted',
  token: 'Token not found: check the id; it may have been deleted',
  charge: 'Charge not found: check the id; it may have been deleted',
  refund: 'Refund not found: check the id; it may have been deleted',
  checkout_session: 'Checkout session not found: check the id; it may have been deleted',
  event: 'Event not found: check the id; it may have been deleted',
  doubt: 'Doubt not found: check the id; it may have been deleted',
  confirmation_token: 'Confirmation token not found: check the id; it may have been deleted',
  dispute: 'Dispute not found: check the id; it may have been deleted',
  payout: 'Payout not found: check the id; it may have been deleted',
  balance_transaction: 'Balance transaction not found: check the id; it may have been deleted',
};

const expectations: { readonly [E in Expected]: string } = {
  text: 'x must be a string',
  printable: 'x must be 1 to 255 printable ASCII characters',
  'raw-body':
    "x must be the body exactly as received, as a string or bytes, not parsed as JSON: in Express, use express.raw({ type: 'application/json' }) on this route, before express.json()",
  headers: 'x must be the headers of the request, by name, such as request.headers',
  boolean: 'x must be true or false',
  integer: 'x must be an integer',
  euros: 'x must be an amount in euros with at most two decimals, such as 19.99',
  cents: 'x must be an integer number of cents',
  metadata: 'x must be an object with string values, such as {"order": "42"}',
  'metadata-keys': 'x must have keys of 1 to 40 characters without square brackets',
  note: 'x must be a string of 1 to 500 characters',
  'note-change': 'x must be a string of at most 500 characters',
  shipping: 'x must be an object with name and address',
  address: 'x must be an object with line1, line2, city, state, postal_code or country',
  mandate: 'x must be an object with ip_address and user_agent, those of the customer',
  'method-types':
    "x must be a list of different types of payment methods, such as ['card', 'bizum']",
  'payment-methods':
    "x must be 'automatic' or a list of different types of payment methods, such as ['card', 'bizum']",
  amount: 'x must be an amount in whole units with at most two decimals, such as 19.99',
  'whole-amount':
    'x must be an amount in whole units without decimals in this currency, such as 1000',
  'whole-units':
    "x must be text in whole units of the currency with at most two decimals, such as '19.99'",
  'known-decimals':
    'x cannot be converted to minor units, because the decimals of the currency are not known: pass amount_minor',
  'minor-units':
    'x must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR',
  currency: 'x must be a three-letter currency code, such as eur',
  url: 'x must be an absolute URL, such as https://shop.example/orders/42',
  'success-url':
    'x must have {CHECKOUT_SESSION_ID} as it stands, not encoded: the processor replaces only that',
  'line-items': 'x must be a list of 1 to 100 items, each with name and amount or amount_minor',
  quantity: 'x must be a positive integer',
  'unix-seconds': 'x must be a Unix timestamp in seconds',
  evidence: "x must be an object with strings, such as { shipping_tracking_number: 'ES123' }",
};

const refusalTexts: { readonly [T in ShownRefusal['_tag']]: string } = {
  NotA: 'x must be a string',
  NotPositive: 'x must be a number greater than 0',
  NotOneOf: 'x must be one of: duplicate, abandoned',
  NumberAsAmount:
    "x must be text in whole units of the currency, not a number: for 20.00 EUR: x: '20.00' or amount_minor: 2000; for 0.20 EUR: x: '0.20' or amount_minor: 20",
  TooMany: 'x must have at most 49 keys',
  Within: 'x.address.city must be a string',
  Excludes: 'x and y cannot be used together: pass one of them',
  OnlyWith: 'x can only be used with confirm: true',
  Requires: 'x can only be used together with payment_methods',
  ConfirmedOnPage:
    'x cannot be true with payment_methods, because the customer confirms on your page: leave x out, or pass the confirmation_token of the page',
  OtherCurrency:
    'x cannot have bizum, which only takes eur, in a payment in usd: leave bizum out, or change the currency',
  NotScheme: 'x must begin with https:// or http://',
  TooManyDigits: 'x has more than 15 significant digits: pass it as a string, such as "19.99"',
  Repeated: 'x appears more than once in the body',
  OtherInPath: 'x is not the id in the path: pass one of them',
  UnknownCursor: 'x does not match any item of the list',
};

const partTexts: { readonly [T in PartRefusal['_tag']]: string } = {
  NotA: 'x.part must be a string',
  NotPositive: 'x.part must be a number greater than 0',
  NumberAsAmount:
    "x.part must be text in whole units of the currency, not a number: for 19.99 EUR: x.part: '19.99' or amount_minor: 1999",
  TooManyDigits: 'x.part has more than 15 significant digits: pass it as a string, such as "19.99"',
  Excludes: 'x.part and y cannot be used together: pass one of them',
  Unknown: 'x.part is an unknown field (did you mean address?)',
  Reserved: 'x.part is reserved for Pasarela: use another key',
};

const adviceTexts: { readonly [A in NonNullable<ProcessorRefused['advice']>]: string } = {
  tokenize_on_client:
    'No. This account does not accept card numbers: tokenize the card in the browser with Stripe.js, and assign it with its tok_...',
  keep_payment_methods:
    "No. This account does not accept tokens as a customer's cards: set STRIPE_CARDS=payment_methods (in the library, the option cards) to keep them as payment methods.",
};

const textOf = (refusal: ShownRefusal): string =>
  describeInEnglish({ _tag: 'InvalidInput', field: 'x', refusal });

describe('the message of a failure over HTTP in English', () => {
  for (const [names, text] of required) {
    it(`names the missing ${names.join(', ')}`, () => {
      expect(describeInEnglish({ _tag: 'MissingInput', required: names, fields: names })).to.equal(
        text,
      );
    });
  }

  for (const resource of keysOf(resources)) {
    it(`names a ${resource} that was not found`, () => {
      expect(describeInEnglish({ _tag: 'NotFound', resource })).to.equal(resources[resource]);
    });
  }

  for (const expected of keysOf(expectations)) {
    it(`says that a field is not ${expected}`, () => {
      expect(textOf({ _tag: 'NotA', expected })).to.equal(expectations[expected]);
    });
  }

  for (const reason of keysOf(refusalTexts)) {
    it(`says why a field is refused: ${reason}`, () => {
      expect(textOf(refusals[reason])).to.equal(refusalTexts[reason]);
    });
  }

  for (const reason of keysOf(partTexts)) {
    it(`says why a part of a field is refused: ${reason}`, () => {
      expect(textOf({ _tag: 'Within', path: 'part', refusal: partRefusals[reason] })).to.equal(
        partTexts[reason],
      );
    });
  }

  for (const advice of keysOf(adviceTexts)) {
    it(`adds the advice ${advice} to the text of the processor`, () => {
      const refused: ProcessorRefused = {
        ...paymentErrors.ProcessorRefused,
        message: 'No.',
        advice,
      };
      expect(describeInEnglish(refused)).to.equal(adviceTexts[advice]);
    });
  }

  it('quotes an unknown name when the bare name would hide the mistake', () => {
    const fields = [
      { name: 'amount ', nearest: 'amount' },
      { name: '', nearest: null },
      { name: '?amount', nearest: 'amount' },
      { name: 'año_exp', nearest: null },
    ];
    expect(describeInEnglish({ _tag: 'UnknownFields', fields })).to.equal(
      'Unknown fields: "amount " (did you mean amount?), "", ?amount (did you mean amount?), año_exp',
    );
  });

  it('says whether the work may have been done when the processor is unavailable', () => {
    expect(
      describeInEnglish({ ...paymentErrors.ProcessorUnavailable, outcome: 'not_done' }),
    ).to.equal('The payment processor is unavailable and nothing was done: try again');
  });

  it('says whether an earlier request with the key may have been done when the store is unavailable', () => {
    expect(describeInEnglish({ ...paymentErrors.StoreUnavailable, outcome: 'unknown' })).to.equal(
      'The store is unavailable, and an earlier request with this idempotency key may have been done: repeat it with the same key',
    );
  });

  it('says what is counted when the refunds of a day are too many', () => {
    const refusal = { ...paymentErrors.RefundTooLarge, per: 'day' as const, before: 4000 };
    expect(describeInEnglish({ ...refusal, currency: 'eur' })).to.equal(
      'This API key may refund at most 50.00 EUR in a day (UTC): 40.00 EUR are counted today, and this refund is 50.01 EUR',
    );
    expect(describeInEnglish(refusal)).to.equal(
      'This API key may refund at most 5000 minor units in a day (UTC): 4000 minor units are counted today, and this refund is 5001 minor units',
    );
  });
});
