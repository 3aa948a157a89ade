import { strict as assert } from 'node:assert';
import type { PaymentProcessor, ProcessorExtras } from '../application/ports/payment-processor.js';
import { ConfirmationTokenId, PaymentMethodId, TokenId } from '../domain/ids.js';
import { objectFields } from '../domain/input/json.js';
import { checkedProcessor, type ReplyCodecs } from './checked-processor.js';
import type { ContractOptions } from './contract-options.js';
import type { ProfileFacts } from './profile-facts.js';
import type { Area, Clause, Given, Need, Suite } from './suite.js';
import { proven } from './support/ids.js';
import type { TestFramework } from './test-framework.js';

type Run<P> = {
  readonly name: string;
  readonly makeProcessor: () => Promise<P> | P;
  readonly options: ContractOptions<P>;
  readonly framework: TestFramework;
  readonly expected: ProfileFacts;
  /** Replies that the profile checks more closely than the port. */
  readonly replies?: ReplyCodecs;
};

/** Clauses of an area that need a feature which the processor lacks. */
type LeftOut = { readonly features: ReadonlyArray<string>; readonly count: number };

type Found = { readonly name: string; readonly body: Clause };

const isThere = (options: unknown, [name = '', ...rest]: ReadonlyArray<string>): boolean => {
  const value = Array.isArray(options)
    ? options.includes(name) || undefined
    : objectFields(options)[name];
  return rest.length === 0 ? value !== undefined && value !== false : isThere(value, rest);
};

const given = (options: ContractOptions<never>, need: Need): boolean => {
  const [group, feature = ''] = need.split('.');
  return group === 'features'
    ? objectFields(options.features)[feature] !== false
    : isThere(options, need.split('.'));
};

/** Binds the options to a processor. */
const bind = <P extends Partial<PaymentProcessor> & ProcessorExtras>(
  processor: P,
  { features, fixtures, completeAction, controls }: ContractOptions<P>,
): Given => {
  const [usualAmount = 1999, ...otherAmounts] = fixtures.amounts ?? [1999, 7840, 100];

  const control =
    <Args extends ReadonlyArray<unknown>>(
      act: ((processor: P, ...args: Args) => Promise<void> | void) | undefined,
    ) =>
    async (...args: Args): Promise<void> => {
      assert.ok(act, 'a clause must name each option that it needs');
      await act(processor, ...args);
    };

  return {
    has: (feature) => features?.[feature] !== false,
    currency: fixtures.currency ?? 'eur',
    amounts: [usualAmount, ...otherAmounts],
    refusedAmounts: fixtures.refusedAmounts ?? [],
    usual: fixtures.approved === undefined ? 'needsCustomer' : 'approved',
    card: () => fixtures.card ?? assert.fail('a clause must name each option that it needs'),
    unknown: (kind) => fixtures.unknownIds?.[kind] ?? 'doesnotexist',
    ownFields: (name) => fixtures.ownFields?.[name] ?? [],
    paymentMethod: async (outcome, customer) => {
      const { payment_method } = fixtures[outcome] ?? {};
      const id =
        typeof payment_method === 'function'
          ? await payment_method(processor, customer)
          : payment_method;
      return id === undefined ? undefined : proven(PaymentMethodId, id);
    },
    cardToken: async () => {
      const { cardToken } = fixtures;
      return proven(
        TokenId,
        typeof cardToken === 'function' ? await cardToken(processor) : cardToken,
      );
    },
    confirmationToken: async (outcome) => {
      const { payment_method } = fixtures[outcome] ?? {};
      assert.ok(
        controls?.createConfirmationToken !== undefined && typeof payment_method === 'string',
        'a clause must name each option that it needs',
      );
      return proven(
        ConfirmationTokenId,
        await controls.createConfirmationToken(processor, payment_method),
      );
    },
    completeAction: control(completeAction),
    injectFault: control(controls?.injectFault),
    settleRefund: control(controls?.settleRefund),
    bookPayments: control(controls?.bookPayments),
    payOut: async () => {
      assert.ok(controls?.payOut, 'a clause must name each option that it needs');
      return controls.payOut(processor);
    },
    lookUps: processor.lookUps ?? {},
    retrieveAccount: processor.retrieveAccount,
    livemode: processor.livemode,
  };
};

const shown = (value: unknown): string =>
  value === undefined ? 'undefined' : JSON.stringify(value);

const comparisons = new Set([
  'deepStrictEqual',
  'strictEqual',
  'notStrictEqual',
  'notDeepStrictEqual',
]);

/** Says in words which rule of the port a clause found broken. */
const brokenRule = (rule: string, thrown: unknown): Error => {
  const found = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `This rule is broken: ${rule}.\n${found}`;
  if (!(thrown instanceof assert.AssertionError)) return new Error(message, { cause: thrown });
  const { actual, expected, operator, generatedMessage } = thrown;
  const compared =
    generatedMessage || !comparisons.has(operator)
      ? ''
      : `\nfound: ${shown(actual)}\nexpected: ${shown(expected)}`;
  return Object.assign(
    new assert.AssertionError({ message: `${message}${compared}`, actual, expected, operator }),
    { cause: thrown },
  );
};

const featuresAgree = (told: ContractOptions<never>['features'], { features }: ProcessorExtras) => {
  for (const name of new Set(Object.keys({ ...told, ...features }))) {
    const [wanted, found] = [told, features].map((all) => objectFields(all)[name] !== false);
    assert.equal(
      found,
      wanted,
      `the suite was told features.${name}: ${wanted}, but the processor has features.${name}: ${found}`,
    );
  }
};

/** Defines the clauses of some areas. The last suite lists the clauses that a missing feature leaves out. */
export const runAreas = <P extends Partial<PaymentProcessor> & ProcessorExtras>(
  { name, makeProcessor, options, framework, expected, replies }: Run<P>,
  areas: ReadonlyArray<Area>,
): void => {
  const { describe, it, beforeEach, afterEach } = framework;
  const leftOut = new Map<string, LeftOut>();
  let current: P | undefined;

  const run =
    ({ name: rule, body }: Found) =>
    async () => {
      assert.ok(current, 'beforeEach must make a processor');
      try {
        featuresAgree(options.features, current);
        await body({ ...checkedProcessor(current, replies), given: bind(current, options) });
      } catch (thrown) {
        throw brokenRule(rule, thrown);
      }
    };

  const leaveOut = (area: string, features: ReadonlyArray<string>) => {
    const before = leftOut.get(area) ?? { features: [], count: 0 };
    leftOut.set(area, {
      features: [...new Set([...before.features, ...features])],
      count: before.count + 1,
    });
  };

  const define = (area: Area) => {
    const clauses: Array<Found & { readonly missing: ReadonlyArray<Need> }> = [];
    let title = '';

    const suite = (always: ReadonlyArray<Need>): Suite => ({
      expected,
      describe: (areaTitle, add) => {
        title = areaTitle;
        add();
      },
      it: (clause, body) => suite(always).itWith([], clause, body),
      itWith: (needs, clause, body) => {
        const missing = [...always, ...needs].filter((need) => !given(options, need));
        const features = missing.filter((need) => need.startsWith('features.'));
        if (features.length > 0) leaveOut(title, features);
        else clauses.push({ name: clause, body, missing });
      },
      needing: (...needs) => suite([...always, ...needs]),
    });

    area(suite([]));
    if (clauses.length === 0) return;
    describe(title, () => {
      for (const { missing, ...clause } of clauses) {
        if (missing.length === 0) it(clause.name, run(clause));
        else it.skip(`${clause.name} [needs ${missing.join(', ')}]`, run(clause));
      }
    });
  };

  describe(name, () => {
    beforeEach(async () => {
      current = await makeProcessor();
    });
    afterEach(async () => {
      const made = current;
      current = undefined;
      if (made !== undefined) await options.close?.(made);
    });
    for (const area of areas) define(area);
    if (leftOut.size === 0) return;
    describe('left out, because the processor lacks a feature', () => {
      for (const [area, { features, count }] of leftOut) {
        const clauses = count === 1 ? 'clause' : 'clauses';
        it(
          `left out: ${count} ${clauses} about ${area} (${features.join(', ')})`,
          run({
            name: `the processor says that it lacks ${features.join(', ')}`,
            body: async () => undefined,
          }),
        );
      }
    });
  });
};
