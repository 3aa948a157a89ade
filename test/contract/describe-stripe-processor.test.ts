import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { processorFunctions } from '../../src/application/ports/payment-processor.js';
import { describeStripeProcessor } from '../../src/contract.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import { searched } from '../../src/domain/search-outcome.js';
import { createMemoryProcessor, type MemoryProcessor } from '../../src/memory.js';
import { brokenProcessors } from './support/broken-processors.js';
import { memoryContract } from './support/memory-contract.js';
import { recordingFramework } from './support/recording-framework.js';

const record = (makeProcessor: () => MemoryProcessor) => {
  const { framework, ...recorded } = recordingFramework();
  describeStripeProcessor('recorded', makeProcessor, memoryContract, framework);
  return recorded;
};

const reportOf = (makeProcessor: () => MemoryProcessor, chosen?: (clause: string) => boolean) =>
  record(makeProcessor).run(chosen && (({ name }) => chosen(name)));

const nothingDone: ProcessorError = { _tag: 'Unexpected', cause: 'nothing was done' };

const doesNothing = () => TE.left(nothingDone);

const portFunctions = Object.keys(processorFunctions);

// A clause that no defect of the table breaks.
const passes = 'capturePaymentIntent does not find an unknown intent';

describe('describeStripeProcessor', () => {
  for (const { defect, break: broken, fails, says } of brokenProcessors) {
    it(`fails a processor that ${defect}`, async () => {
      const { run, areasOf } = record(() => {
        const sound = createMemoryProcessor({ seed: 'broken' });
        return { ...sound, ...broken(sound) };
      });
      const areas = areasOf([...fails, passes]);
      const { passed, failed } = await run(({ area }) => areas.has(area));

      expect(failed.map(({ name }) => name)).to.include.members(fails);
      expect(failed.find(({ name }) => name === fails[0])?.message).to.match(says);
      expect(passed, 'clauses about other things still pass').not.to.deep.equal([]);
    });
  }

  it('has no clause that a processor passes by doing nothing', async () => {
    const { passed } = await reportOf(() => {
      const sound = createMemoryProcessor();
      return {
        ...sound,
        ...Object.fromEntries(portFunctions.map((name) => [name, doesNothing])),
        retrieveAccount: doesNothing(),
      };
    });

    expect(passed).to.deep.equal([]);
  });

  for (const name of portFunctions) {
    it(`fails a processor whose ${name} does nothing, in a clause that names it`, async () => {
      const { failed } = await reportOf(
        () => ({ ...createMemoryProcessor(), [name]: doesNothing }),
        (clause) => clause.includes(name),
      );

      expect(failed).not.to.deep.equal([]);
    });
  }

  for (const [what, lookUp, failures] of [
    ['find nothing', () => TE.right(searched.absent), 12],
    ['are never certain', () => TE.right(searched.uncertain), 11],
    ['are of an earlier version', () => TE.right(O.none), 12],
    ['fail', doesNothing, 12],
  ] as const) {
    it(`fails a processor whose look-ups ${what}`, async () => {
      const lookUps = Object.fromEntries(
        Object.keys(createMemoryProcessor().lookUps ?? {}).map((name) => [name, lookUp]),
      );
      const { failed } = await reportOf(() => ({ ...createMemoryProcessor(), lookUps }));
      expect(failed).to.have.lengthOf(failures);
      for (const { name } of failed) expect(name).to.match(/^lookUps /);
    });
  }

  it('fails a processor that is another account each time', async () => {
    let made = 0;
    const { failed } = await reportOf(
      () => ({
        ...createMemoryProcessor(),
        retrieveAccount: TE.fromIO(() => {
          made += 1;
          return { id: `acct_${made}`, livemode: false };
        }),
      }),
      (clause) => clause.includes('retrieveAccount'),
    );
    expect(failed.map(({ name }) => name)).to.deep.equal([
      'retrieveAccount names the same test account each time',
    ]);
  });

  it('fails a processor of a test account that says it moves real money', async () => {
    const { failed } = await reportOf(
      () => ({ ...createMemoryProcessor(), livemode: true }),
      (clause) => clause.includes('retrieveAccount'),
    );
    expect(failed).to.have.lengthOf(1);
    expect(failed[0]?.message).to.include(
      'livemode must be that of the account, which is for tests',
    );
  });

  it('calls functions with their `this`, as instances of classes need', async () => {
    const { failed } = await reportOf(() => {
      const sound = createMemoryProcessor();
      return {
        ...sound,
        createCustomer(this: MemoryProcessor, ...args) {
          return this.controls === sound.controls ? sound.createCustomer(...args) : doesNothing();
        },
      };
    });

    expect(failed).to.deep.equal([]);
  });

  for (const [wrong, createCustomer, says] of [
    ['is missing', undefined, /has no function createCustomer/],
    ['is a promise', async () => undefined, /createCustomer must return a TaskEither/],
  ] as const) {
    it(`reports a function that ${wrong}`, async () => {
      const { failed } = await reportOf(() => {
        const processor = createMemoryProcessor();
        return Object.assign({ ...processor }, { createCustomer });
      });

      expect(failed[0]?.message).to.match(says);
    });
  }

  it('has no two clauses with the same name', async () => {
    const { passed, failed } = await reportOf(createMemoryProcessor);
    const names = [...passed, ...failed.map(({ name }) => name)];
    expect(new Set(names)).to.have.length(names.length);
  });
});
