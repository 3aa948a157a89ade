import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import type {
  MemoryControls,
  MemorySnapshot,
} from '../../src/simulator/controls/memory-controls.js';
import { memoryControlsOf } from '../support/processors/memory-controls-of.js';
import { overStripe } from '../support/service/set-ups.js';
import { eventually } from '../support/time/until.js';
import { type Outcome, runCampaign, shownStatuses } from './support/campaign.js';
import { ledgerOf, ledgerProblems, paidTwice } from './support/ledger.js';
import { measureResources } from './support/resources.js';
import { clientKey, useTarget, webhookSecret } from './support/use-target.js';

const seed = Number(process.env['SEED'] ?? 20_261_122);
/** `npm run test:hostile` sends more. */
const requests = Number(process.env['REQUESTS'] ?? 500);
// The memory that a campaign leaves behind: compiled code, caches of a fixed size, and the responses under its idempotency keys, which
// are kept for a day.
const marginBytes = 10_000_000 + 700 * requests;

const secrets = [clientKey, webhookSecret, '4242'.repeat(4)];
// A log of many requests would count as memory.
const env = { LOG_LEVEL: 'warn' };

const report = (text: string): void => {
  if (process.env['REQUESTS'] !== undefined) console.log(`    ${text}`);
};

type Campaign = {
  readonly run: (requests: number) => Promise<Outcome>;
  readonly controls: () => MemoryControls;
  readonly reset: () => Promise<void>;
};

/** Throws unless every response was right. Returns a line for a report, and keeps nothing else. */
const judge = (
  outcome: Outcome,
  first: MemorySnapshot,
  held: MemorySnapshot,
  running: number,
  count: number,
): string => {
  const { answered, unanswered } = outcome;
  expect(outcome.problems.slice(0, 5), shownStatuses(outcome)).to.deep.equal([]);
  expect(paidTwice(held)).to.deep.equal([]);
  const problems = ledgerProblems(ledgerOf(first), ledgerOf(held), answered, running + unanswered);
  expect(problems.slice(0, 5)).to.deep.equal([]);
  // Some were good.
  expect(answered.received.size).to.be.greaterThan(count / 100);
  expect([...outcome.statuses.keys()]).to.include.members([200, 201, 400, 402, 404]);
  return `${shownStatuses(outcome)}; ${answered.received.size} payments, ${answered.refunded.size} refunds, ${unanswered} without a response`;
};

const expectNoProblem = async (
  { run, controls, reset }: Campaign,
  count: number,
): Promise<void> => {
  // Those that were cut off may still be running after the reset.
  const { unanswered: running } = await run(200);
  await reset();
  const before = measureResources();

  const first = controls().snapshot();
  const summary = judge(await run(count), first, controls().snapshot(), running, count);
  await reset();
  await eventually(async () => {
    const { handles } = measureResources();
    for (const [kind, open] of Object.entries(handles)) {
      expect(open, kind).to.be.at.most(before.handles[kind] ?? 0);
    }
  });
  const more = measureResources().heap - before.heap;
  expect(more, 'bytes of the heap').to.be.below(marginBytes);
  report(`${summary}, heap ${Math.round(more / 1000)} kB more`);
};

describe('generated requests', () => {
  describe('to the service', () => {
    const { target, service, furnishAgain } = useTarget({ env });

    it(`${requests} requests with seed ${seed} are answered as meant, with each cent accounted for`, async () => {
      await expectNoProblem(
        {
          run: (count) =>
            runCampaign({
              ...target(),
              apiKey: clientKey,
              webhookSecret,
              seed,
              requests: count,
              secrets,
            }),
          controls: () => memoryControlsOf(service.processor),
          reset: async () => {
            const headers = { authorization: `Bearer ${clientKey}` };
            const answer = await service.call('POST', '/_processor/reset', { body: {}, headers });
            expect(answer.status).to.equal(200);
            await furnishAgain();
          },
        },
        requests,
      );
    }).timeout(3_600_000);
  });

  describe('to the service over Stripe', () => {
    const opened: { fake?: FakeServer } = {};
    const { target, furnishAgain } = useTarget(
      { env },
      {
        ...overStripe,
        open: async () => {
          const fake = await startFakeServer({ seed: 'hostile' });
          opened.fake = fake;
          return {
            env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: fake.apiKey, STRIPE_BASE_URL: fake.url },
            close: fake.close,
          };
        },
      },
    );
    const few = Math.ceil(requests / 4);

    it(`${few} requests with seed ${seed} are answered as meant, with each cent accounted for`, async () => {
      const controls = (): MemoryControls => {
        if (opened.fake === undefined) throw new Error('the local server is not running');
        return opened.fake.processor.controls;
      };
      await expectNoProblem(
        {
          run: (count) =>
            runCampaign({
              ...target(),
              apiKey: clientKey,
              webhookSecret,
              seed: seed + 1,
              requests: count,
              secrets,
            }),
          controls,
          reset: async () => {
            controls().reset();
            await furnishAgain();
          },
        },
        few,
      );
    }).timeout(3_600_000);
  });
});
