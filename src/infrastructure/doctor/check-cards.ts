import { refusalOfCardNumbers, refusalOfCardTokens } from '../../adapters/outbound/stripe/cards.js';
import { objectFields } from '../../domain/input/json.js';
import { isLiveKey } from '../../domain/text/live-key.js';
import type { StripeConfig } from '../config/processor.js';
import { askStripe, reasonIn, type StripeResponse } from './ask-stripe.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning, error } = findingsOf('cards');

// Stripe's own test number: https://docs.stripe.com/testing.
const numberForm = () => ({
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': String(new Date().getUTCFullYear() + 5),
  'card[cvc]': '123',
});

const advice = 'set STRIPE_CARDS=payment_methods';

const isDeclined = (body: unknown): boolean =>
  objectFields(objectFields(body)['error'])['type'] === 'card_error';

const unclear = ({ status, body }: StripeResponse): Finding =>
  warning(
    `how the account keeps the cards of customers is not known (${status}): ${reasonIn(body)}`,
    'give the restricted key the rights that docs/stripe.md lists',
  );

// A declined card cannot be attached (https://docs.stripe.com/testing): no customer is created, whatever the account takes.
const trySources = async (config: StripeConfig): Promise<Finding> => {
  const response = await askStripe(config, 'POST', '/v1/customers', {
    source: 'tok_chargeDeclined',
  });
  if (reasonIn(response.body).startsWith(refusalOfCardTokens)) {
    return error('STRIPE_CARDS is sources, and the account refuses card tokens', advice);
  }
  return isDeclined(response.body)
    ? ok('the account takes card tokens: STRIPE_CARDS=sources works')
    : unclear(response);
};

// It belongs to nobody, and can charge nobody.
const tryPaymentMethods = async (config: StripeConfig): Promise<Finding> => {
  const response = await askStripe(config, 'POST', '/v1/payment_methods', {
    type: 'card',
    'card[token]': 'tok_visa',
  });
  return response.status === 200
    ? ok('the account takes payment methods: STRIPE_CARDS=payment_methods works')
    : unclear(response);
};

// A token that nobody uses leaves nothing behind.
const tryNumbers = async (config: StripeConfig): Promise<ReadonlyArray<Finding>> => {
  const { status, body } = await askStripe(config, 'POST', '/v1/tokens', numberForm());
  if (reasonIn(body).startsWith(refusalOfCardNumbers)) {
    return [
      ok('the account refuses card numbers, as most do: tokenize in the browser with Stripe.js'),
    ];
  }
  return status === 200
    ? [ok('the account takes card numbers in test mode; in live mode it may refuse them')]
    : [];
};

/**
 * Whether the account takes cards the way that the service sends them. Moves no money and leaves nothing at the processor. Only
 * with a test key: nothing is sent with a live one.
 */
export const checkCards = async (config: StripeConfig): Promise<ReadonlyArray<Finding>> => {
  const isModern = config.cards === 'payment_methods';
  if (isLiveKey(config.secretKey)) {
    return isModern
      ? [ok('STRIPE_CARDS is payment_methods, as accounts of today need')]
      : [
          warning(
            'STRIPE_CARDS is sources, which accounts of today refuse; nothing is tried with a live key',
            `run the doctor with a test key of the same account, or ${advice}`,
          ),
        ];
  }
  return [await (isModern ? tryPaymentMethods : trySources)(config), ...(await tryNumbers(config))];
};
