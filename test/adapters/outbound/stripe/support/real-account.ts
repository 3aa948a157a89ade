import * as E from 'fp-ts/lib/Either.js';

/** The account of Stripe's test mode that the contract suite may run against. */
export type RealAccount = {
  readonly secretKey: string;
  readonly rawCardNumbers: boolean;
  readonly cards: 'sources' | 'payment_methods';
};

/** The account that the environment names, or none; on the left, why it must not be used. Never repeats the key. */
export const realAccount = (env: {
  readonly [name: string]: string | undefined;
}): E.Either<string, RealAccount | null> => {
  const {
    STRIPE_TEST_KEY: secretKey = '',
    STRIPE_TEST_RAW_CARDS: raw = '',
    STRIPE_TEST_CARDS: kept,
  } = env;
  if (secretKey === '') return E.right(null);
  if (/^(?:sk|rk)_live_/.test(secretKey)) {
    return E.left(
      'STRIPE_TEST_KEY is a live key: the suite would charge and refund real cards. Give a key of the test mode (sk_test_...).',
    );
  }
  return /^(?:sk|rk)_test_[!-~]+$/.test(secretKey)
    ? E.right({
        secretKey,
        rawCardNumbers: raw === 'true',
        cards: kept === 'payment_methods' ? kept : 'sources',
      })
    : E.left('STRIPE_TEST_KEY is not a secret key of the test mode (sk_test_... or rk_test_...).');
};
