/** How a test card behaves. A decline is given by its decline code or error code. */
export type CardBehaviour = {
  /** The decline when it is attached to a customer. */
  readonly attach: string | null;
  /** The decline when it is charged. */
  readonly charge: string | null;
  /** When the bank requires 3D Secure; `unless_set_up`: until the card is set up for later payments. */
  readonly authentication: 'none' | 'optional' | 'unless_set_up' | 'always';
  readonly cvcCheck: 'pass' | 'fail';
  /** Whether every captured charge is disputed immediately. */
  readonly disputed: boolean;
  /** The status of a new refund. */
  readonly refund: 'succeeds' | 'pending_then_succeeds' | 'pending_then_fails';
};

/** A card number of Stripe's test mode. */
export type TestCard = {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly behaviour: CardBehaviour;
};

const ordinary: CardBehaviour = {
  attach: null,
  charge: null,
  authentication: 'none',
  cvcCheck: 'pass',
  disputed: false,
  refund: 'succeeds',
};

const visa = (number: string, behaviour: Partial<CardBehaviour> = {}): TestCard => ({
  number,
  brand: 'visa',
  funding: 'credit',
  behaviour: { ...ordinary, ...behaviour },
});

const other = (
  number: string,
  brand: TestCard['brand'],
  funding: TestCard['funding'] = 'credit',
): TestCard => ({ number, brand, funding, behaviour: ordinary });

const refused = (decline: string): Partial<CardBehaviour> => ({ attach: decline, charge: decline });

/** Every supported test card and its behaviour. */
export const testCards = {
  visa: visa('4242424242424242'),
  visa_debit: other('4000056655665556', 'visa', 'debit'),
  mastercard: other('5555555555554444', 'mastercard'),
  mastercard_2_series: other('2223003122003222', 'mastercard'),
  mastercard_debit: other('5200828282828210', 'mastercard', 'debit'),
  mastercard_prepaid: other('5105105105105100', 'mastercard', 'prepaid'),
  amex: other('378282246310005', 'amex'),
  amex_2: other('371449635398431', 'amex'),
  discover: other('6011111111111117', 'discover'),

  generic_decline: visa('4000000000000002', refused('generic_decline')),
  insufficient_funds: visa('4000000000009995', refused('insufficient_funds')),
  lost_card: visa('4000000000009987', refused('lost_card')),
  stolen_card: visa('4000000000009979', refused('stolen_card')),
  expired_card: visa('4000000000000069', refused('expired_card')),
  incorrect_cvc: visa('4000000000000127', refused('incorrect_cvc')),
  processing_error: visa('4000000000000119', { charge: 'processing_error' }),
  fraudulent: visa('4100000000000019', { charge: 'fraudulent' }),
  declined_when_charged: visa('4000000000000341', { charge: 'generic_decline' }),

  authentication_unless_set_up: visa('4000002500003155', { authentication: 'unless_set_up' }),
  authentication_always: visa('4000002760003184', { authentication: 'always' }),
  authentication_required: visa('4000000000003220', { authentication: 'always' }),
  authentication_required_1: visa('4000000000003063', { authentication: 'always' }),
  authentication_then_declined: visa('4000008400001629', {
    authentication: 'always',
    charge: 'generic_decline',
  }),
  authentication_then_insufficient_funds: visa('4000008260003178', {
    authentication: 'always',
    charge: 'insufficient_funds',
  }),
  authentication_optional: visa('4000000000003055', { authentication: 'optional' }),

  cvc_check_fails: visa('4000000000000101', { cvcCheck: 'fail' }),
  disputed: visa('4000000000000259', { disputed: true }),
  // (?) Not confirmed against the live processor.
  refund_succeeds_later: visa('4000000000007726', { refund: 'pending_then_succeeds' }),
  refund_fails_later: visa('4000000000005126', { refund: 'pending_then_fails' }),
} as const satisfies { readonly [name: string]: TestCard };
export type TestCardName = keyof typeof testCards;

const isName = (name: string): name is TestCardName => name in testCards;

const byNumber: ReadonlyMap<string, TestCardName> = new Map(
  Object.keys(testCards)
    .filter(isName)
    .map((name) => [testCards[name].number, name]),
);

/** The test card with this number. Spaces and dashes are ignored. */
export const findTestCard = (number: string): TestCardName | undefined =>
  byNumber.get(number.replaceAll(/[\s-]/g, ''));
