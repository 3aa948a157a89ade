import type { CardBrand } from '../../../domain/text/card-number.js';
import type { CheckResult } from '../objects/card.js';

/** How a test card behaves. A decline is given by its decline code or error code. */
export type CardBehaviour = {
  /** The decline when it is attached to a customer. */
  readonly attach: string | null;
  /** The decline when it is charged. */
  readonly charge: string | null;
  /**
   * When the bank requires 3D Secure. `unless_set_up`: always, but not off session once the card is set up; `on_session`:
   * only while the customer is present.
   */
  readonly authentication: 'none' | 'optional' | 'unless_set_up' | 'on_session' | 'always';
  /** The bank's decline off session, where nobody is there to authenticate. `null`: a rule of the account asks no bank. */
  readonly unauthenticated: string | null;
  /** The decline if 3D Secure is attempted: its lookup fails. */
  readonly lookup: string | null;
  /** The bank's checks, of what the customer has given. */
  readonly checks: {
    readonly cvc: CheckResult;
    readonly line1: CheckResult;
    readonly postalCode: CheckResult;
  };
  readonly risk: 'normal' | 'elevated' | 'highest';
  /** When the money of a charge is available. */
  readonly funds: 'pending' | 'available';
  /** How every captured charge is disputed immediately. */
  readonly dispute: 'fraudulent' | 'product_not_received' | 'inquiry' | null;
  /** The status of a new refund, and how it ends. */
  readonly refund: 'succeeds' | 'pending_then_succeeds' | 'succeeds_then_fails';
};

/** A card of Stripe's test mode. */
export type TestCard = {
  readonly number: string;
  /** Whether the card can only be had by a token: its number belongs to another card. */
  readonly onlyByToken: boolean;
  readonly brand: CardBrand | 'unknown';
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly country: string;
  /** The other network of a card with two. */
  readonly coBrand: 'cartes_bancaires' | 'eftpos_au' | null;
  readonly behaviour: CardBehaviour;
};

type Details = Partial<
  Pick<TestCard, 'onlyByToken' | 'brand' | 'funding' | 'country' | 'coBrand'>
> &
  Partial<Omit<CardBehaviour, 'checks'>> & { readonly checks?: Partial<CardBehaviour['checks']> };

/** The test card with this number: a Visa credit card of the United States that pays, unless the details differ. */
export const knownCard = (number: string, details: Details = {}): TestCard => {
  const {
    onlyByToken = false,
    brand = 'visa',
    funding = 'credit',
    country = 'US',
    coBrand = null,
    checks = {},
    ...behaviour
  } = details;
  return {
    number,
    onlyByToken,
    brand,
    funding,
    country,
    coBrand,
    behaviour: {
      attach: null,
      charge: null,
      authentication: 'none',
      unauthenticated: 'authentication_required',
      lookup: null,
      risk: 'normal',
      funds: 'pending',
      dispute: null,
      refund: 'succeeds',
      ...behaviour,
      checks: { cvc: 'pass', line1: 'pass', postalCode: 'pass', ...checks },
    },
  };
};
