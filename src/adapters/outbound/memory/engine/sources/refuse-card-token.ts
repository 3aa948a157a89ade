import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';

const refusal = invalidRequest(
  'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API. Read more about what you should do here: https://docs.stripe.com/payments/payment-methods/integration-options. If you need to continue to use Card Tokens on the Customers and Charges API, enable this functionality in your API policies settings: https://dashboard.stripe.com/settings/developers/api-policies',
);

/** What accounts of today answer to a card as a source of a customer or of a charge. */
export const refuseCardToken = ({ cardTokens }: RequestContext): E.Either<ApiError, null> =>
  cardTokens ? E.right(null) : E.left(refusal);
