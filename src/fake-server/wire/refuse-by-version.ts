import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../../adapters/outbound/memory/engine/errors.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';

type Rule = {
  readonly param: string;
  readonly operations: ReadonlySet<string>;
  /** The versions that do not take it. */
  readonly refuses: (version: string) => boolean;
  readonly refusal: ApiError;
};

const ofIntents: ReadonlySet<string> = new Set([
  'createPaymentIntent',
  'updatePaymentIntent',
  'confirmPaymentIntent',
]);

const rules: ReadonlyArray<Rule> = [
  // https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter
  {
    param: 'allowed_payment_method_types',
    operations: ofIntents,
    refuses: (version) => version < '2026-07-29',
    refusal: invalidRequest('Received unknown parameter: allowed_payment_method_types', {
      code: 'parameter_unknown',
      param: 'allowed_payment_method_types',
    }),
  },
  // https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents
  {
    param: 'payment_method_types',
    operations: ofIntents,
    refuses: (version) => version >= '2026-09-30',
    refusal: invalidRequest(
      'The parameter `payment_method_types` is no longer supported. Use `allowed_payment_method_types` or `excluded_payment_method_types` instead.',
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    ),
  },
];

/** Refuses the parameters that the version of a request does not have. */
export const refuseByVersion = (
  version: string,
  operation: string,
  form: WireHash,
): E.Either<ApiError, null> => {
  const broken = rules.find(
    ({ param, operations, refuses }) =>
      Object.hasOwn(form, param) && operations.has(operation) && refuses(version),
  );
  return broken === undefined ? E.right(null) : E.left(broken.refusal);
};
