import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OpenStore, TestFramework } from '../../../src/contract.js';
import type { StoreUnavailable } from '../../../src/domain/payment-error.js';
import { recordingFramework } from './recording-framework.js';

const nothingDone: StoreUnavailable = { _tag: 'StoreUnavailable', cause: 'nothing was done' };

/** A call of a store that does nothing and fails. */
export const failing = TE.left(nothingDone);

type Describe<S> = (name: string, opening: OpenStore<S>, framework: TestFramework) => void;

/** A defect, the store with it, a clause that must fail, and the rule that the failure must name beside it. */
export type BrokenStore<S> = readonly [
  defect: string,
  broken: (sound: S) => Partial<S>,
  fails: string,
  rule?: string,
];

/** Tests that a store suite passes a sound store and fails each broken one. */
export const breakStores = <S extends object>(
  describeStore: Describe<S>,
  open: () => S,
  broken: ReadonlyArray<BrokenStore<S>>,
): void => {
  const reportOf = (openOne: () => S) => {
    const { framework, run } = recordingFramework();
    describeStore('recorded', { open: openOne }, framework);
    return run();
  };

  describe(describeStore.name, () => {
    for (const [defect, breakIt, fails, rule] of broken) {
      it(`fails a store that ${defect}, and names the rule`, async () => {
        const { passed, failed } = await reportOf(() => {
          const sound = open();
          return { ...sound, ...breakIt(sound) };
        });
        expect(failed.map((one) => one.name).join('\n')).to.include(fails);
        const clause = failed.find(({ name }) => name.includes(fails));
        const because = rule === undefined ? '' : `: ${rule}`;
        expect(clause?.message).to.match(/^the store breaks the rule "[^:"]+: /);
        expect(clause?.message).to.include(`: ${clause?.name}"${because}`);
        expect(passed, 'clauses about other things still pass').not.to.deep.equal([]);
      });
    }

    it('passes a sound store', async () => {
      expect((await reportOf(open)).failed).to.deep.equal([]);
    });

    it('has no clause that a store passes by doing nothing', async () => {
      const { passed } = await reportOf(() => {
        const sound = open();
        const nothing = Object.entries(sound).map(
          // `ready` is a task; all other members are functions that return one.
          ([one]) => [one, one === 'ready' ? failing : () => failing] as const,
        );
        return { ...sound, ...Object.fromEntries(nothing) };
      });
      expect(passed).to.deep.equal([]);
    });
  });
};
