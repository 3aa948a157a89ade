import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/stores/memory-event-store.js';
import {
  describeEventStore,
  describeIdempotencyStore,
  describePaymentProcessor,
  describeRefundSums,
  describeStripeProcessor,
} from '../../src/contract.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { memoryContract } from './support/memory-contract.js';
import { recordingFramework } from './support/recording-framework.js';
import { createRedirectProcessor, redirectContract } from './support/redirect-processor.js';

type Run = { readonly code: number | null; readonly output: string };

const nodeTest = (file: string) =>
  new Promise<Run>((resolve) => {
    const path = fileURLToPath(new URL(file, import.meta.url));
    // Set by a surrounding node:test run, and then read by this one.
    const { NODE_TEST_CONTEXT: _surrounding, NODE_OPTIONS: _options, ...env } = process.env;
    const child = execFile(
      process.execPath,
      ['--test', '--test-reporter=tap', path],
      { env, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, output: stdout + stderr });
      },
    );
  });

const countOf = (output: string, what: string): number =>
  Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(output)?.[1]);

describe('the test frameworks of the contract suite', () => {
  // Mocha runs it in test/adapters/outbound/memory/memory-processor.contract.test.ts, by its global functions.
  it('node:test runs every clause, and names those that it skips or that a missing feature leaves out', async () => {
    const recorded = recordingFramework();
    describePaymentProcessor(
      'recorded',
      createRedirectProcessor,
      redirectContract,
      recorded.framework,
    );
    const { passed, skipped } = await recorded.run();

    const { code, output } = await nodeTest('./support/node-test.js');

    expect(code, output.slice(-4000)).to.equal(0);
    expect(countOf(output, 'pass')).to.equal(passed.length);
    expect(countOf(output, 'skipped')).to.equal(skipped.length);
    expect(skipped).not.to.deep.equal([]);
    for (const name of skipped) expect(output).to.include(name.slice(0, name.indexOf('[')));
    const leftOut = passed.filter((name) => name.startsWith('left out: '));
    expect(leftOut).not.to.deep.equal([]);
    for (const name of leftOut) expect(output).to.include(name);
  });

  it('with every control no clause is skipped or left out', async () => {
    const recorded = recordingFramework();
    describeStripeProcessor('recorded', createMemoryProcessor, memoryContract, recorded.framework);

    const { passed, failed, skipped } = await recorded.run();

    expect(skipped).to.deep.equal([]);
    expect(passed.filter((name) => name.startsWith('left out'))).to.deep.equal([]);
    expect(failed).to.deep.equal([]);
  });

  it('no clause depends on an empty processor or on its clock', async () => {
    const used = createMemoryProcessor({ clock: () => 1_767_225_600 });
    const failures: Array<unknown> = [];
    for (const round of ['first', 'second']) {
      const recorded = recordingFramework();
      describeStripeProcessor(round, () => used, memoryContract, recorded.framework);
      failures.push(...(await recorded.run()).failed);
    }

    expect(failures).to.deep.equal([]);
  });

  it('a processor is closed after every clause', async () => {
    const recorded = recordingFramework();
    const closed: Array<unknown> = [];
    const made: Array<unknown> = [];
    const make = () => {
      const processor = createMemoryProcessor();
      made.push(processor);
      return processor;
    };
    const close = (processor: unknown) => {
      closed.push(processor);
    };
    describeStripeProcessor('recorded', make, { close }, recorded.framework);

    const { passed } = await recorded.run();

    expect(closed).to.have.length(passed.length).and.to.deep.equal(made);
  });

  const nothing = () => undefined;
  const withoutHooks = { describe: nothing, it: Object.assign(nothing, { skip: nothing }) };
  const advice =
    "pass an object with describe, it, it.skip, beforeEach, afterEach, such as import * as framework from 'node:test', or nothing to use the globals";

  for (const [what, framework, missing] of [
    ['an empty object', {}, 'describe, it, it.skip, beforeEach, afterEach'],
    ['null', null, 'describe, it, it.skip, beforeEach, afterEach'],
    ['its name', 'vitest', 'describe, it, it.skip, beforeEach, afterEach'],
    ['one without hooks', withoutHooks, 'beforeEach, afterEach'],
    [
      'one without skip',
      { ...withoutHooks, it: () => undefined },
      'it.skip, beforeEach, afterEach',
    ],
    [
      'a function such as test',
      Object.assign(() => undefined, withoutHooks),
      'beforeEach, afterEach',
    ],
  ] as const) {
    it(`${what} is refused as framework, with the functions that it lacks`, () => {
      const store = { open: createMemoryEventStore };
      for (const [name, suite, ...given] of [
        [
          'describePaymentProcessor',
          describePaymentProcessor,
          createRedirectProcessor,
          redirectContract,
        ],
        ['describeStripeProcessor', describeStripeProcessor, createMemoryProcessor, {}],
        ['describeEventStore', describeEventStore, store],
        ['describeIdempotencyStore', describeIdempotencyStore, store],
        ['describeRefundSums', describeRefundSums, store],
      ] as const) {
        const define = (): void => {
          Reflect.apply(suite, undefined, ['mine', ...given, framework]);
        };
        expect(define).to.throw(
          TypeError,
          `${name}: the test framework has no function ${missing}: ${advice}`,
        );
      }
    });
  }

  it('globals that are missing are named, with the way to pass a framework', () => {
    const { afterEach: own } = globalThis;
    try {
      Reflect.deleteProperty(globalThis, 'afterEach');
      expect(() => describeStripeProcessor('Stripe', createMemoryProcessor)).to.throw(
        TypeError,
        "describeStripeProcessor: there is no global afterEach: pass the test framework as the last argument, such as import * as framework from 'node:test'",
      );
    } finally {
      Object.assign(globalThis, { afterEach: own });
    }
  });
});
