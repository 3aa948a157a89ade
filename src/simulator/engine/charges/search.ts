import type { ChargedCard, ChargeObject } from '../objects/charge.js';
import type { SearchField, SearchFields } from '../search/match.js';
import { searchOperation, selectByCustomer } from '../search/search-operation.js';

type Card = ChargedCard['card'];

const ofCard = {
  brand: ({ brand }: Card) => brand,
  exp_month: ({ exp_month }: Card) => String(exp_month),
  exp_year: ({ exp_year }: Card) => String(exp_year),
  fingerprint: ({ fingerprint }: Card) => fingerprint,
  last4: ({ last4 }: Card) => last4,
};

/** Cards at a terminal can be searched for, but no charge has one here. */
const sources = ['card', 'card_present', 'interac_present'];

const cardFields: SearchFields<ChargeObject> = Object.fromEntries(
  sources.flatMap((source) =>
    Object.entries(ofCard).map(([name, of]): [string, SearchField<ChargeObject>] => [
      `payment_method_details.${source}.${name}`,
      {
        type: 'token',
        of: ({ payment_method_details: details }) =>
          details.type === 'card' && source === 'card' ? of(details.card) : null,
      },
    ]),
  ),
);

const refundedAs = ({ refunded, amount_refunded }: ChargeObject): string | null => {
  if (refunded) return 'true';
  return amount_refunded > 0 ? 'false' : null;
};

/** The charges that match a query, such as `payment_method_details.card.last4:4242`. */
export const searchCharges = searchOperation({
  name: 'searchCharges',
  path: '/v1/charges/search',
  returns: 'charge',
  table: ({ charges }) => charges,
  resource: 'charges',
  fields: {
    amount: { type: 'numeric', of: ({ amount }) => amount },
    'billing_details.address.postal_code': {
      type: 'token',
      of: ({ billing_details: { address } }) => address.postal_code,
    },
    created: { type: 'numeric', of: ({ created }) => created },
    currency: { type: 'token', of: ({ currency }) => currency },
    customer: { type: 'token', of: ({ customer }) => customer },
    disputed: { type: 'token', of: ({ disputed }) => String(disputed) },
    ...cardFields,
    // `false` is a charge that is refunded in part; one without refunds has no value.
    refunded: { type: 'token', of: refundedAs },
    status: { type: 'token', of: ({ status }) => status },
  },
  select: selectByCustomer,
});
