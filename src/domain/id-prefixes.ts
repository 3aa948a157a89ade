import type { Resource } from './refusal.js';

/** How Stripe's ids begin. Other processors may begin theirs as they like. */
export const idPrefixes: { readonly [R in Resource]: string | null } = {
  customer: 'cus_',
  payment_intent: 'pi_',
  setup_intent: 'seti_',
  payment_method: 'pm_',
  card: 'card_',
  token: 'tok_',
  charge: 'ch_',
  refund: 're_',
  checkout_session: 'cs_',
  event: 'evt_',
  doubt: null,
  confirmation_token: 'ctoken_',
  dispute: 'du_',
  payout: 'po_',
  balance_transaction: 'txn_',
};

const isResource = (name: string): name is Resource => Object.hasOwn(idPrefixes, name);

// A card may be kept as either.
const isCard = (resource: Resource): boolean =>
  resource === 'card' || resource === 'payment_method';

/** The kind of object whose id was given in place of the wanted one; `undefined` where the prefix does not show it. */
export const otherResourceOf = (wanted: Resource, id: string): Resource | undefined => {
  const given = Object.keys(idPrefixes)
    .filter(isResource)
    .find((resource) => {
      const prefix = idPrefixes[resource];
      return prefix !== null && id.startsWith(prefix);
    });
  if (given === undefined || given === wanted) return undefined;
  return isCard(given) && isCard(wanted) ? undefined : given;
};
