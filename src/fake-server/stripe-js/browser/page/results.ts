import type { ApiOutcome, ErrorFields } from '../shared/api.js';
import type { Fields } from '../shared/json.js';

/** A result as the shop gets it: `{ paymentIntent }`, `{ token }` and so on, or `{ error }`. */
export type ShopResult = Fields & { readonly error?: ErrorFields };

export const toResult = (name: string, outcome: ApiOutcome): ShopResult =>
  outcome.error === undefined ? { [name]: outcome.object } : { error: outcome.error };
