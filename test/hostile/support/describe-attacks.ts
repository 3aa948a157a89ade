import { expect } from 'chai';
import type { Attack, World } from './attack.js';
import {
  codeOf,
  envelopeProblem,
  expectNothingOf,
  stripeCodeOf,
  stripeProblem,
} from './envelope.js';
import { exchange, type RawResponse } from './exchange.js';

/** One line of a table: what is sent, what comes back, and which texts must be neither in the answer nor in the log. */
export type Case = readonly [
  title: string,
  attack: Attack,
  status: number,
  code?: string | null | undefined,
  ...absent: ReadonlyArray<string>,
];

/** The target of the attack. */
export type Target = {
  readonly address: string;
  readonly world: World;
  /** Everything that it has logged so far. */
  readonly logged: () => string;
};

type Shape = {
  readonly problem: (response: RawResponse) => string | null;
  readonly code: (response: RawResponse) => unknown;
};

const inEnvelope: Shape = { problem: envelopeProblem, code: codeOf };
const asStripe: Shape = { problem: stripeProblem, code: stripeCodeOf };

const describeIn =
  (shape: Shape) =>
  (title: string, target: () => Target, cases: ReadonlyArray<Case>): void => {
    describe(title, () => {
      for (const [name, attack, status, code, ...absent] of cases) {
        it(`${status}: ${name}`, async () => {
          const { address, world, logged } = target();
          const before = logged().length;
          const { responses, rest } = await exchange(address, attack(world));
          const [response] = responses;
          if (response === undefined) throw new Error(`no response, but ${JSON.stringify(rest)}`);
          const shown = `${response.status} ${response.text.slice(0, 400).replaceAll(/\s+/g, ' ')}`;
          expect([response.status, shape.code(response)], shown).to.deep.equal([status, code]);
          expect(shape.problem(response), shown).to.equal(null);
          expect([responses.length, rest], 'one response alone').to.deep.equal([1, '']);
          expectNothingOf(
            absent,
            'the response',
            `${[...response.headers].join()}${response.text}`,
          );
          expectNothingOf(absent, 'the log', logged().slice(before));
        });
      }
    });
  };

/** A test for each attack on the service, whose answer must be in the envelope. */
export const describeAttacks = describeIn(inEnvelope);

/** A test for each attack on the local server, whose answer must be like Stripe's. */
export const describeWireAttacks = describeIn(asStripe);
