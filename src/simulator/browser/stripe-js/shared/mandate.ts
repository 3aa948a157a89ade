import type { Fields } from './json.js';

/** The customer accepts a mandate by confirming. The API takes the address and the browser from the request. */
export const mandateAcceptance: Fields = {
  customer_acceptance: { type: 'online', online: { infer_from_client: true } },
};
