import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { SetupFutureUsage } from '../../../domain/objects/payment-intent.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { MandateData } from '../intents/params.js';
import type { RequestContext } from '../kernel/request-context.js';
import type {
  ConfirmationTokenObject,
  StoredConfirmationToken,
} from '../objects/confirmation-token.js';
import { deepFreeze } from '../objects/json.js';
import type { shipping } from '../params/address.js';
import type { ParamsOf } from '../params/shape.js';
import type { PaymentMethodData } from '../payment-methods/params.js';
import { findRow } from '../store/find.js';

export const toConfirmationToken = ({
  paymentMethod: _paymentMethod,
  elements: _elements,
  ...token
}: StoredConfirmationToken): ConfirmationTokenObject => deepFreeze(token);

const param = 'confirmation_token';

/** How long a token can be used, in seconds. */
export const tokenLifetime = 12 * 60 * 60;

const findUsable = (
  { state, now }: RequestContext,
  id: string,
): E.Either<ApiError, StoredConfirmationToken> =>
  pipe(
    findRow(state.confirmationTokens, 'confirmation_token', id, param),
    E.filterOrElse(
      ({ payment_intent, setup_intent }) => payment_intent === null && setup_intent === null,
      () =>
        invalidRequest(
          `The ConfirmationToken ${id} has already been used. Create a new ConfirmationToken and try again.`,
          { param },
        ),
    ),
    E.filterOrElse(
      ({ expires_at }) => now < expires_at,
      () =>
        invalidRequest(
          `The ConfirmationToken ${id} has expired. Create a new ConfirmationToken and try again.`,
          { param },
        ),
    ),
  );

/** The parameters that a confirmation token adds to a confirmation. */
type TokenParams = {
  readonly mandate_data: MandateData;
  readonly payment_method: string;
  readonly return_url: string;
  readonly setup_future_usage: SetupFutureUsage;
  readonly shipping: ParamsOf<typeof shipping>;
  readonly use_stripe_sdk: boolean;
};

const shippingParam = ({
  address,
  name,
  phone,
}: NonNullable<ConfirmationTokenObject['shipping']>): TokenParams['shipping'] => ({
  address: {
    city: address.city ?? '',
    country: address.country ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    postal_code: address.postal_code ?? '',
    state: address.state ?? '',
  },
  name,
  phone: phone ?? '',
});

const agreedIn = (data: NonNullable<ConfirmationTokenObject['mandate_data']>): MandateData => {
  const { ip_address: ip } = data.customer_acceptance.online;
  return {
    customer_acceptance: { type: 'online', online: ip === null ? {} : { ip_address: ip } },
  };
};

const paramsOf = ({
  mandate_data,
  return_url,
  setup_future_usage,
  shipping: recipient,
  use_stripe_sdk,
}: StoredConfirmationToken): Partial<TokenParams> => ({
  ...(mandate_data === null ? {} : { mandate_data: agreedIn(mandate_data) }),
  ...(return_url === null ? {} : { return_url }),
  ...(setup_future_usage === null ? {} : { setup_future_usage }),
  ...(recipient === null ? {} : { shipping: shippingParam(recipient) }),
  use_stripe_sdk,
});

type Confirmation = {
  readonly confirmation_token?: string;
  readonly payment_method?: string;
  readonly payment_method_data?: PaymentMethodData;
};

/**
 * The parameters of a confirmation with those of its confirmation token. The request's own parameters take precedence.
 * https://docs.stripe.com/api/payment_intents/confirm#confirm_payment_intent-confirmation_token
 */
export const withConfirmationToken = <P extends Confirmation>(
  context: RequestContext,
  params: P,
): E.Either<ApiError, P & Partial<TokenParams>> =>
  params.confirmation_token === undefined
    ? E.right(params)
    : pipe(
        findUsable(context, params.confirmation_token),
        E.map((token) => ({
          ...(params.payment_method_data === undefined
            ? { payment_method: token.paymentMethod }
            : {}),
          ...paramsOf(token),
          ...params,
        })),
      );

/** Marks the token of a confirmation as used by an intent, whatever the bank answers. */
export const useConfirmationToken = (
  { state }: RequestContext,
  { confirmation_token: id }: Pick<Confirmation, 'confirmation_token'>,
  intent:
    | Pick<ConfirmationTokenObject, 'payment_intent'>
    | Pick<ConfirmationTokenObject, 'setup_intent'>,
): void => {
  const token = state.confirmationTokens.get(id ?? '');
  if (token !== undefined) state.confirmationTokens.put(deepFreeze({ ...token, ...intent }));
};
