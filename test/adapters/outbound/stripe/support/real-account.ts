import * as E from 'fp-ts/lib/Either.js';
import type { TestFramework } from '../../../../../src/contract.js';

/** The account of Stripe's test mode that the contract suite may run against. */
export type RealAccount = {
  readonly secretKey: string;
  readonly rawCardNumbers: boolean;
  readonly cards: 'sources' | 'payment_methods';
};

/** The account in the environment, or null; on the left, why it must not be used, without the key. */
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

/** Lists the titles and clauses of a suite, one indented line each, without running it. */
export const listClauses = (
  state: (framework: TestFramework) => void,
): { readonly lines: ReadonlyArray<string>; readonly count: number } => {
  const lines: Array<string> = [];
  const totals = { depth: 0, count: 0 };
  const print = (line: string): void => {
    lines.push(`${'  '.repeat(totals.depth)}${line}`);
  };
  state({
    describe: (name, body) => {
      print(name);
      totals.depth += 1;
      body();
      totals.depth -= 1;
    },
    it: Object.assign(
      (name: string) => {
        totals.count += 1;
        print(`- ${name}`);
      },
      { skip: (name: string) => print(`- left out: ${name}`) },
    ),
    beforeEach: () => undefined,
    afterEach: () => undefined,
  });
  return { lines, count: totals.count };
};

/** Mocha with skipped clauses printed, because skipping a test fails a run here. */
export const printingFramework: TestFramework = {
  describe: (name, body) => describe(name, body),
  it: Object.assign((name: string, body: () => Promise<void>) => it(name, body), {
    skip: (name: string) => {
      console.info(`left out: ${name}`);
    },
  }),
  beforeEach: (body) => beforeEach(body),
  afterEach: (body) => afterEach(body),
};
