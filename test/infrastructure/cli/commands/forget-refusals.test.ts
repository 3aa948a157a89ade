import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import type { PaymentProcessor } from '../../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import type { ProcessorError } from '../../../../src/domain/payment-error.js';
import { createPayments } from '../../../../src/infrastructure/create-payments.js';
import { explodingDependencies } from '../../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../../support/processors/processor-objects.js';
import { runHere } from '../../../support/programs/run-here.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const secret = 'a secret of the store';
// 2026-01-31T18:00:00Z
const since = 1_769_882_400;

const noSuchCustomer: ProcessorError = {
  _tag: 'ProcessorRefused',
  status: 400,
  message: "No such customer: 'cus_1'",
  code: 'resource_missing',
  param: 'customer',
};

describe('pasarela idempotency forget-refusals', () => {
  const { fresh, another } = useSqlite();

  /** A shop whose processor refuses what the test says, and the command line for its store. */
  const world = async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const pay = (
      key: string,
      now: number,
      createPaymentIntent: PaymentProcessor['createPaymentIntent'],
    ): Promise<unknown> =>
      createPayments({
        processor: { ...explodingDependencies, createPaymentIntent },
        stores: { idempotencyStore: createSqlIdempotencyStore(database) },
        idempotencySecret: secret,
        clock: () => now,
      })
        .withIdempotencyKey(key, { scope: 'client:shop' })
        .createPaymentIntent({ customer: 'cus_1', amount: '10', payment_method: 'pm_1' })
        .catch(() => 'refused');
    const derivedKeys: Array<string | undefined> = [];
    const refuse = (key: string, now: number) => pay(key, now, () => TE.left(noSuchCustomer));
    const lose = (key: string, now: number) =>
      pay(key, now, (_input, options) => {
        derivedKeys.push(options?.idempotencyKey);
        return TE.left({
          _tag: 'ProcessorUnavailable',
          outcome: 'unknown',
          cause: new Error('the response was lost'),
        });
      });
    const accept = (key: string, now: number) =>
      pay(key, now, () => TE.right(processorObjects.intent));
    const keys = (args: ReadonlyArray<string>, IDEMPOTENCY_SECRET = secret) =>
      runHere(['idempotency', ...args], { DATABASE_URL: `file:${path}`, IDEMPOTENCY_SECRET });
    const cli = (args: ReadonlyArray<string>, withSecret = secret) =>
      keys(['forget-refusals', ...args], withSecret);
    /** The keys without a response, each with the time of its first request. */
    const unsettled = async () =>
      (await valueOf(createSqlIdempotencyStore(database).unsettled({ limit: 100 }))).map(
        ({ key, since: first }) => [key, first],
      );
    /** As a version left the answers that did not note which are refusals. */
    const byEarlierVersion = () =>
      valueOf(database.query('UPDATE pasarela_idempotency_keys SET refused = NULL', []));
    return { pay, lose, derivedKeys, refuse, accept, keys, cli, unsettled, byEarlierVersion };
  };

  const from = ['--since', '2026-01-31T18:00:00Z'];
  const line = (time: string, key: string): string =>
    `2026-01-31T${time}Z shop "${key}" resource_missing freed\n`;

  it('frees the keys of requests refused since then: they run as new', async () => {
    const { refuse, accept, cli } = await world();
    await refuse('before', since - 1);
    await refuse('order 1', since);
    await refuse('order 2', since + 60);
    expect(await accept('order 1', since + 90)).to.equal('refused');
    expect(await cli(from)).to.deep.include({
      code: 0,
      stdout: `${line('18:00:00', 'order 1')}${line('18:01:00', 'order 2')}freed 2 keys\n`,
      stderr: '',
    });
    expect(await accept('order 1', since + 90)).to.have.property('id');
    expect(await accept('before', since + 90)).to.equal('refused');
    expect((await cli(from)).stdout).to.equal('freed 0 keys\n');
  });

  it('frees no success', async () => {
    const { refuse, accept, cli, byEarlierVersion } = await world();
    await accept('paid', since);
    expect((await cli(from)).stdout).to.equal('freed 0 keys\n');
    await byEarlierVersion();
    expect((await cli(['--since', '2026-01-01'])).stdout).to.equal('freed 0 keys\n');
    expect(await refuse('paid', since + 1)).to.have.property('id');
  });

  it('with --until leaves later ones, and with --dry-run all', async () => {
    const { refuse, accept, cli } = await world();
    await refuse('order 1', since);
    await refuse('order 2', since + 60);
    const one = [...from, '--until', '2026-01-31T18:00:59Z'];
    expect((await cli([...one, '--dry-run'])).stdout).to.equal(
      `${line('18:00:00', 'order 1')}would free 1 key\n`,
    );
    expect(await accept('order 1', since + 90)).to.equal('refused');
    expect((await cli(one)).stdout).to.equal(`${line('18:00:00', 'order 1')}freed 1 key\n`);
    expect(await accept('order 2', since + 90)).to.equal('refused');
  });

  it('prints JSON', async () => {
    const { refuse, cli } = await world();
    await refuse('order 1', since);
    const { stdout } = await cli([...from, '--json']);
    expect(JSON.parse(stdout)).to.deep.equal({
      dry_run: false,
      freed: [{ at: since, client: 'shop', key: 'order 1', code: 'resource_missing' }],
      in_doubt: [],
      unreadable: 0,
    });
  });

  describe('of a key that was in doubt before its refusal', () => {
    const inDoubt = '2026-01-31T18:05:00Z shop "lost" resource_missing in_doubt\n';
    const backIntoDoubt =
      'back into doubt: an earlier request with such a key may have been done. List them with pasarela idempotency list --in-doubt\n';

    /** A request of which nobody knows whether it was done, whose repetition is refused. */
    const refusedAfterDoubt = async () => {
      const all = await world();
      await all.lose('lost', since);
      await all.refuse('order 1', since + 60);
      await all.refuse('lost', since + 300);
      return all;
    };

    it('puts the key back into doubt, with its first request', async () => {
      const { cli, keys, unsettled } = await refusedAfterDoubt();
      expect(await unsettled()).to.deep.equal([]);
      const both = `${line('18:01:00', 'order 1')}${inDoubt}`;
      expect((await cli([...from, '--dry-run'])).stdout).to.equal(
        `${both}would free 1 key\nwould put 1 key ${backIntoDoubt}`,
      );
      expect(await unsettled()).to.deep.equal([]);
      expect(await cli(from)).to.deep.include({
        code: 0,
        stdout: `${both}freed 1 key\nput 1 key ${backIntoDoubt}`,
        stderr: '',
      });
      expect(await unsettled()).to.deep.equal([['lost', since]]);
      const [listed] = JSON.parse((await keys(['list', '--in-doubt', '--json'])).stdout);
      expect(listed).to.deep.include({
        since,
        state: 'in_doubt',
        key: 'lost',
        amount: 1000,
        currency: 'eur',
        customer: 'cus_1',
      });
      expect((await cli(from)).stdout).to.equal('freed 0 keys\n');
    });

    it('sends a repetition as it was first sent', async () => {
      const { cli, pay, derivedKeys } = await refusedAfterDoubt();
      await cli(from);
      const seen: Array<string | undefined> = [];
      await pay('lost', since + 600, (_input, options) => {
        seen.push(options?.idempotencyKey);
        return TE.right(processorObjects.intent);
      });
      expect(seen).to.deep.equal([derivedKeys[0]]);
    });

    it('prints JSON', async () => {
      const { cli } = await refusedAfterDoubt();
      const { stdout } = await cli([...from, '--json']);
      expect(JSON.parse(stdout)).to.deep.equal({
        dry_run: false,
        freed: [{ at: since + 60, client: 'shop', key: 'order 1', code: 'resource_missing' }],
        in_doubt: [{ at: since + 300, client: 'shop', key: 'lost', code: 'resource_missing' }],
        unreadable: 0,
      });
    });
  });

  it('frees more keys than a page has', async () => {
    const { refuse, cli } = await world();
    for (let order = 0; order < 501; order += 1) await refuse(`order ${order}`, since + order);
    expect((await cli([...from, '--dry-run'])).stdout).to.include('would free 501 keys\n');
    expect((await cli(from)).stdout).to.include('freed 501 keys\n');
  });

  it('reads what an earlier version left, and leaves what it cannot read', async () => {
    const { refuse, accept, cli, byEarlierVersion } = await world();
    await refuse('order 1', since);
    await accept('paid', since);
    await byEarlierVersion();
    const all = ['--since', '2026-01-01'];
    expect(await cli(all, 'another secret than that')).to.deep.include({
      code: 0,
      stdout: 'freed 0 keys\n',
      stderr:
        'left 2 keys whose responses cannot be read, so they may be successes: add the secret that encrypted them to IDEMPOTENCY_SECRET\n',
    });
    expect(await cli(all)).to.deep.include({
      stdout: `${line('18:00:00', 'order 1')}freed 1 key\n`,
      stderr: '',
    });
    expect(await refuse('paid', since + 1)).to.have.property('id');
  });

  it('frees a refusal that it cannot read, and shows no code', async () => {
    const { refuse, cli } = await world();
    await refuse('order 1', since);
    expect((await cli(from, 'another secret than that')).stdout).to.equal(
      '2026-01-31T18:00:00Z shop "order 1" - freed\nfreed 1 key\n',
    );
  });

  const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [[], '--since is missing: pass the time of the first wrong refusal'],
    [
      ['--since', '2026-01-31', '--until', '2026-01-30'],
      '--until must not be earlier than --since',
    ],
    [['--since', 'yesterday'], '--since must be a day such as 2026-01-31'],
  ];
  for (const [args, problem] of wrong) {
    it(`refuses "${args.join(' ')}"`, async () => {
      const { cli } = await world();
      const { code, stderr } = await cli(args);
      expect(code).to.equal(1);
      expect(stderr).to.include(`pasarela: ${problem}`);
    });
  }
});
