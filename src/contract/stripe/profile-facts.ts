import { strict as assert } from 'node:assert';
import type { IdKind } from '../contract-options.js';
import type { ProfileFacts } from '../profile-facts.js';

/** How a processor keeps cards: as sources (`card_...`; the first one is the default) or as payment methods (`pm_...`). */
export type KeptCards = 'sources' | 'payment_methods';

/** Asserts that an id has the prefix of its kind. */
export const hasPrefix = (what: string, id: unknown, prefix: string): void => {
  assert.ok(
    typeof id === 'string' && id.startsWith(prefix) && id.length > prefix.length,
    `${what} must start with ${prefix}, but is ${JSON.stringify(id)}`,
  );
};

const prefixes = (cards: KeptCards): { readonly [K in IdKind]: string } => ({
  customer: 'cus_',
  card: cards === 'sources' ? 'card_' : 'pm_',
  token: 'tok_',
  payment_method: 'pm_',
  payment_intent: 'pi_',
  setup_intent: 'seti_',
  charge: 'ch_',
  refund: 're_',
  checkout_session: 'cs_',
  dispute: 'du_',
});

const notFound = { status: 404, code: 'resource_missing' } as const;

const missing = (param: string) => ({ status: 400, code: 'resource_missing', param });

/** The facts of a refusal for a setup intent in the wrong state. */
const wrongSetupState = { status: 400, code: 'setup_intent_unexpected_state' } as const;

/** Facts that Stripe fixes. */
export const stripeExpects = (cards: KeptCards): ProfileFacts => ({
  isId: (what, id, kind) => hasPrefix(what, id, prefixes(cards)[kind]),
  notFound,
  missing,
  // A payment method is attached by its own path, and the customer is in the body.
  missingCardOwner: cards === 'payment_methods' ? missing('customer') : notFound,
  missingToken: { status: 400, code: 'resource_missing' },
  wrongState: { status: 400, code: 'payment_intent_unexpected_state' },
  wrongSetupState,
  captureTooLarge: { status: 400, code: 'amount_too_large' },
  refundTooLarge: { status: 400, param: 'amount' },
  alreadyRefunded: { status: 400, code: 'charge_already_refunded' },
  usedToken: { status: 400, code: 'token_already_used' },
  invalid: { status: 400 },
});
