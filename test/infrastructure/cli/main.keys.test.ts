import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../src/adapters/outbound/sql/idempotency-store.js';
import { systemClock } from '../../../src/adapters/outbound/system-time.js';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { CustomerId } from '../../../src/domain/ids.js';
import type { ProcessorError } from '../../../src/domain/payment-error.js';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { callAt } from '../../support/http/call.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { decoded } from '../../support/inputs/decoded.js';
import { at, listAt, textAt } from '../../support/json/at.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';
import { onTerminal } from '../../support/programs/on-terminal.js';
import { runHere } from '../../support/programs/run-here.js';
import { usePrograms } from '../../support/programs/use-programs.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';
import { until } from '../../support/time/until.js';

const secret = 'a secret of the store';
// 2026-01-31T18:00:00Z
const since = 1_769_882_400;

const lost: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('the answer was lost'),
};
const losing = () => TE.left(lost);

const contact = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };

describe('pasarela keys', () => {
  const { start, run, addressOf } = usePrograms();
  const { fresh, another } = useSqlite();
  const busy = useHttpServer((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(
      '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"Too many requests"}}',
    );
  });
  let stripe: FakeServer;
  beforeEach(async () => {
    stripe = await startFakeServer({ seed: 'keys' });
  });
  afterEach(() => stripe.close());

  /** Creates an object at the processor and returns it. */
  const make = async (path: string, form: Readonly<Record<string, string>>): Promise<unknown> => {
    const response = await fetch(`${stripe.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.apiKey}` },
      body: new URLSearchParams(form),
    });
    expect(response.status).to.equal(200);
    return response.json();
  };

  /** A store in which some keys are in doubt, and the command line for it. */
  const world = async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const keys = createSqlIdempotencyStore(database);
    const env = {
      DATABASE_URL: `file:${path}`,
      STRIPE_SECRET_KEY: stripe.apiKey,
      STRIPE_BASE_URL: stripe.url,
      STRIPE_MAX_RETRIES: '0',
      IDEMPOTENCY_SECRET: secret,
    };
    /** The service of a client at a moment. */
    const client = (
      key: string,
      parts: Partial<PaymentProcessor> = {},
      name = 'client:shop',
      now = since,
    ) =>
      createPayments({
        processor: { ...explodingDependencies, ...parts },
        stores: { idempotencyStore: keys },
        idempotencySecret: secret,
        clock: () => now,
      }).withIdempotencyKey(key, { scope: name });
    const attempt = async (task: Promise<unknown>): Promise<unknown> =>
      task.catch((error: unknown) => error);
    /** A payment of 10 euros whose response was lost. */
    const lose = (key: string, name?: string, now?: number) =>
      attempt(
        client(key, { createPaymentIntent: losing }, name, now).createPaymentIntent({
          amount: '10',
          customer: 'cus_1',
          payment_method: 'pm_1',
          metadata: { order: 'A-42' },
        }),
      );
    const repeat = (key: string, parts: Partial<PaymentProcessor> = {}, now?: number) =>
      client(key, parts, 'client:shop', now).createPaymentIntent({
        amount: '10',
        customer: 'cus_1',
        payment_method: 'pm_1',
        metadata: { order: 'A-42' },
      });
    const cli = (...args: ReadonlyArray<string>) => runHere(['idempotency', ...args], env);
    const listed = async (): Promise<ReadonlyArray<unknown>> => {
      const { stdout } = await cli('list', '--json');
      return listAt({ data: JSON.parse(stdout) }, 'data');
    };
    const derivedKey = async (): Promise<string> => textAt(await listed(), '0.derived_key');
    return { database, keys, env, cli, client, attempt, lose, repeat, listed, derivedKey };
  };
  type World = Awaited<ReturnType<typeof world>>;

  const paid = (form: Readonly<Record<string, string>> = {}) =>
    make('payment_intents', {
      amount: '1000',
      currency: 'eur',
      payment_method: 'pm_card_visa',
      'payment_method_types[]': 'card',
      confirm: 'true',
      ...form,
    });

  const leased = async ({ keys }: World, key: string) => {
    const claimed = await valueOf(
      keys.claim({
        scopes: ['open'],
        key,
        fingerprints: [{ secret: 's', value: 'v' }],
        firstSent: { operation: 'refundCharge', derivedKey: 'd', settings: '{}' },
        owner: 'a',
        now: since + 60,
        leaseUntil: Math.floor(Date.now() / 1000) + 3600,
        forgetAnsweredBefore: 0,
      }),
    );
    expect(claimed).to.have.property('_tag', 'Claimed');
  };

  /** A refund of 3 euros that was made, and whose response was lost. */
  const loseRefund = async ({ client, attempt, listed }: World, key: string) => {
    const charge = textAt(await paid(), 'latest_charge');
    await attempt(
      client(key, { createRefund: losing }, undefined, Math.floor(Date.now() / 1000)).refundCharge({
        charge,
        amount_minor: 300,
      }),
    );
    const entry = (await listed()).find((one) => at(one, 'key') === key);
    const refund = await make('refunds', {
      charge,
      amount: '300',
      'metadata[pasarela_key]': textAt(entry, 'derived_key'),
    });
    return { charge, refund: textAt(refund, 'id') };
  };

  describe('list', () => {
    it('is a table on a terminal', async () => {
      const w = await world();
      await w.lose('order 42');
      const { stdout: table } = await run(['idempotency', 'list'], { ...w.env, ...onTerminal });
      const [names, row] = table.split('\n');
      expect(names).to.match(/^AGE +STATE +CLIENT +KEY +OPERATION +AMOUNT +ABOUT +ORDER$/);
      expect(row?.replaceAll(/ {2,}/g, ' ')).to.match(
        /^[0-9]+d in_doubt shop "order 42" createPaymentIntent 10\.00 EUR cus_1 A-42$/,
      );
      expect(row).to.have.length.lessThan(100);
    });

    it('prints a message when there are none', async () => {
      const { cli } = await world();
      expect(await cli('list')).to.deep.include({
        code: 0,
        stdout: 'every idempotency key has a response\n',
        stderr: '',
      });
      expect((await cli('list', '--in-doubt')).stdout).to.equal('no idempotency key is in doubt\n');
      expect((await cli('list', '--json')).stdout).to.equal('[]\n');
    });

    it('prints a line for each, the oldest first', async () => {
      const given = await world();
      const { cli, lose } = given;
      await lose('order 42', 'client:shop', since + 30);
      await lose('order 41', '', since);
      await leased(given, 'refund 1');
      const { code, stdout, stderr } = await cli('list');
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout.replaceAll(/[0-9a-f]{64}/g, '<derived key>').split('\n')).to.deep.equal([
        '2026-01-31T18:00:00Z in_doubt - "order 41" createPaymentIntent <derived key> 10.00_EUR cus_1 A-42',
        '2026-01-31T18:00:30Z in_doubt shop "order 42" createPaymentIntent <derived key> 10.00_EUR cus_1 A-42',
        '2026-01-31T18:01:00Z at_work open "refund 1" refundCharge d - - -',
        '',
      ]);
      const inDoubt = await cli('list', '--in-doubt');
      expect(inDoubt.stdout).to.equal(stdout.split('\n').slice(0, 2).join('\n').concat('\n'));
      const one = await cli('list', '--limit', '1');
      expect(one.stdout).to.equal(`${stdout.split('\n')[0]}\n`);
      expect(one.stderr).to.equal('there are more keys: raise --limit to list them\n');
    });

    it('keeps an order number of several lines on the line of its key', async () => {
      const { client, attempt, cli } = await world();
      await attempt(
        client('order 42', { createPaymentIntent: losing }).createPaymentIntent({
          amount: '10',
          customer: 'cus_1',
          payment_method: 'pm_1',
          metadata: { order: 'A\n2026-01-31T18:00:00Z at_work \u001b[2J' },
        }),
      );
      const { stdout } = await cli('list');
      expect(stdout).to.match(/ cus_1 A\\u000a2026-01-31T18:00:00Z at_work \\u001b\[2J\n$/);
      expect(stdout.split('\n')).to.have.lengthOf(2);
    });

    it('prints the amount of a refund as it was given', async () => {
      const { client, attempt, cli, listed } = await world();
      const refund = (key: string, amount: object) =>
        attempt(
          client(key, {
            createRefund: losing,
            retrieveCharge: () => TE.right(processorObjects.charge),
          }).refundCharge({ charge: 'ch_1', ...amount }),
        );
      await refund('text', { amount: '1.5' });
      await refund('minor', { amount_minor: 150 });
      await refund('everything', {});
      const { stdout } = await cli('list', '--in-doubt');
      const lines = stdout.trimEnd().split('\n');
      const words = lines.map((line) =>
        line.split(' ').filter((_, place) => [3, 6, 7].includes(place)),
      );
      expect(words).to.have.deep.members([
        ['"text"', '1.50', 'ch_1'],
        ['"minor"', '150_minor', 'ch_1'],
        ['"everything"', '-', 'ch_1'],
      ]);
      const text = (await listed()).find((entry) => at(entry, 'key') === 'text');
      expect(text).to.deep.include({ amount: null, amount_decimal: '1.50', currency: null });
    });

    it('prints the same as JSON', async () => {
      const { lose, listed } = await world();
      await lose('order 42');
      const [entry] = await listed();
      expect(entry).to.deep.equal({
        since,
        age: at(entry, 'age'),
        state: 'in_doubt',
        client: 'shop',
        key: 'order 42',
        operation: 'createPaymentIntent',
        derived_key: at(entry, 'derived_key'),
        amount: 1000,
        amount_decimal: '10.00',
        currency: 'eur',
        customer: 'cus_1',
        object_id: null,
        order: 'A-42',
        metadata: { order: 'A-42' },
      });
      expect(at(entry, 'derived_key')).to.match(/^[0-9a-f]{64}$/);
    });

    it('lists the oldest keys when there are many', async () => {
      const { database, cli } = await world();
      const rows = Array.from(
        { length: 700 },
        (_, n) => `('open', 'key ${n}', 'f', 's', ${since + n}, ${since + n}, 1, NULL, 0)`,
      );
      await valueOf(
        database.query(
          `INSERT INTO pasarela_idempotency_keys
            (scope, key, fingerprint, secret_id, created_at, seen_at, in_doubt, owner, lease_until)
          VALUES ${rows.join(', ')}`,
          [],
        ),
      );
      const { stdout, stderr } = await cli('list', '--limit', '650', '--in-doubt');
      const lines = stdout.trimEnd().split('\n');
      expect(lines).to.have.lengthOf(650);
      expect(lines[649]).to.equal('2026-01-31T18:10:49Z in_doubt open "key 649" - - - - -');
      expect(stderr).to.equal('there are more keys: raise --limit to list them\n');
    });

    it('does not list keys with a response', async () => {
      const { cli, client } = await world();
      const parts = {
        createCustomer: () => TE.right({ id: 'cus_1', object: 'customer', created: 1 } as const),
      };
      await client('customer 1', parts).createCustomer(contact);
      expect((await cli('list')).stdout).to.equal('every idempotency key has a response\n');
    });
  });

  describe('resolve', () => {
    it('settles nothing for a key of another account than that of the store', async () => {
      const { keys, env, lose, cli } = await world();
      await lose('order 42');
      await valueOf(keys.owner({ from: null, to: 'acct_1/live' }));
      const { code, stderr } = await cli('resolve', 'order 42', '--not-done');
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /^pasarela: the store file:\S+ belongs to the account acct_1\/live, but the key of the processor is of unknown\/test: /,
      );
      expect(await valueOf(keys.unsettled({ limit: 5 }))).to.have.lengthOf(1);
      // The key of an account that is accepted may be lost: what happened there can only be decided by hand.
      const accepting = { ...env, ACCEPT_STORE_OF: 'acct_1/live' };
      for (const command of [
        ['settle', '--all'],
        ['resolve', 'order 42', '--done', 'pi_1'],
        ['resolve', 'order 42', '--not-done'],
      ]) {
        const refused = await runHere(['idempotency', ...command], accepting);
        expect(refused.code).to.equal(1);
        expect(refused.stderr).to.include('belongs to the account acct_1/live, but');
      }
      const byHand = await runHere(
        ['idempotency', 'resolve', 'order 42', '--not-done', '--force'],
        accepting,
      );
      expect([byHand.code, byHand.stderr]).to.deep.equal([0, '']);
      await lose('order 42');
      // Without an answer of the processor nothing is known: only --force settles by hand.
      await valueOf(keys.owner({ from: 'acct_1/live', to: 'acct_1/test' }));
      const alone = { ...env, STRIPE_BASE_URL: 'http://127.0.0.1:9' };
      const settled = await runHere(
        ['idempotency', 'resolve', 'order 42', '--not-done', '--force'],
        alone,
      );
      expect([settled.code, settled.stderr]).to.deep.equal([0, '']);
    });

    it('--not-done lets the next request run as new, and prints what that means', async () => {
      const { cli, lose, repeat, attempt } = await world();
      await lose('order 42');
      const outcome = await cli('resolve', 'order 42', '--not-done');
      expect(outcome).to.deep.include({
        code: 0,
        stdout:
          'deleted the key "order 42" of shop: the next request with it runs as new (createPaymentIntent). If the first request was carried out after all, it is then carried out twice.\n',
        stderr: '',
      });
      expect((await cli('list')).stdout).to.equal('every idempotency key has a response\n');
      const seen: Array<unknown> = [];
      await attempt(
        repeat('order 42', {
          createPaymentIntent: (_input, options) => {
            seen.push(options);
            return TE.left(lost);
          },
        }),
      );
      expect(seen).to.have.lengthOf(1);
      expect(seen[0]).not.to.have.property('inDoubtSince');
    });

    it('--done lets the next request get the payment with the derived key', async () => {
      const { cli, lose, repeat, derivedKey } = await world();
      await lose('order 42');
      const intent = await paid({ 'metadata[pasarela_key]': await derivedKey() });
      const id = textAt(intent, 'id');
      expect(await cli('resolve', 'order 42', '--done', id)).to.deep.include({
        code: 0,
        stdout: `settled the key "order 42" of shop: the next request with it gets ${id} as the result of createPaymentIntent.\n`,
        stderr: '',
      });
      const answer = await repeat('order 42');
      expect(answer).to.include({ id, status: 'succeeded', amount: 1000 });
      expect(answer).to.have.property('client_secret', textAt(intent, 'client_secret'));
      expect(await cli('resolve', 'order 42', '--not-done')).to.have.property('code', 1);
    });

    it('--done keeps the result of an operation that moves money for thirty days', async () => {
      const { cli, lose, repeat, derivedKey } = await world();
      await lose('order 42');
      const id = textAt(await paid({ 'metadata[pasarela_key]': await derivedKey() }), 'id');
      await cli('resolve', 'order 42', '--done', id);
      const later = systemClock() + 29 * 24 * 3600;
      expect(await repeat('order 42', {}, later)).to.include({ id });
    });

    it('--done needs --force for a payment without the key or with the key of another request', async () => {
      const { cli, lose, repeat } = await world();
      await lose('order 42');
      const bare = textAt(await paid(), 'id');
      const foreign = textAt(await paid({ 'metadata[pasarela_key]': 'another' }), 'id');
      for (const [id, doubt] of [
        [bare, `${bare} has no metadata.pasarela_key, so nothing shows that this request made it`],
        [
          foreign,
          `the metadata.pasarela_key of ${foreign} does not match: another request made it`,
        ],
      ] as const) {
        expect(await cli('resolve', 'order 42', '--done', id)).to.deep.include({
          code: 1,
          stdout: '',
          stderr: `pasarela: nothing was settled: ${doubt}; pass --force to settle it anyway\n`,
        });
      }
      const forced = await cli('resolve', 'order 42', '--done', bare, '--force');
      expect(forced.code).to.equal(0);
      expect(forced.stderr).to.equal(
        `warning: ${bare} has no metadata.pasarela_key, so nothing shows that this request made it\n`,
      );
      expect(await repeat('order 42')).to.have.property('id', bare);
    });

    it('--done needs --force for an object that the request was not about', async () => {
      const { cli, client, attempt, repeat, lose, derivedKey } = await world();
      const other = textAt(await paid(), 'id');
      const confirm = { payment_intent: 'pi_1' };
      await attempt(client('confirm', { confirmPaymentIntent: losing }).confirmPayment(confirm));
      expect(await cli('resolve', 'confirm', '--done', other)).to.deep.include({
        code: 1,
        stdout: '',
        stderr: `pasarela: nothing was settled: the request was about pi_1, not about ${other}; pass --force to settle it anyway\n`,
      });
      expect((await cli('resolve', 'confirm', '--not-done')).code).to.equal(0);

      await lose('order 42');
      const metadata = { 'metadata[pasarela_key]': await derivedKey() };
      const dear = textAt(await paid({ ...metadata, amount: '10000' }), 'id');
      expect((await cli('resolve', 'order 42', '--done', dear)).stderr).to.equal(
        `pasarela: nothing was settled: the request was for 10.00 EUR, but ${dear} is of 100.00 EUR; pass --force to settle it anyway\n`,
      );
      expect((await cli('resolve', 'order 42', '--done', dear, '--force')).stderr).to.equal(
        `warning: the request was for 10.00 EUR, but ${dear} is of 100.00 EUR\n`,
      );
      expect(await repeat('order 42')).to.have.property('id', dear);
    });

    it('--done accepts refunds, customers and cards', async () => {
      const { cli, client, attempt, derivedKey } = await world();
      const charge = textAt(await paid(), 'latest_charge');
      const refund = { charge, amount_minor: 300 };
      await attempt(client('refund', { createRefund: losing }).refundCharge(refund));
      const key = await derivedKey();
      const made = await make('refunds', {
        charge,
        amount: '300',
        'metadata[pasarela_key]': key,
      });
      const done = textAt(made, 'id');
      expect((await cli('resolve', 'refund', '--done', done)).stderr).to.equal('');
      expect(await client('refund').refundCharge(refund)).to.include({ id: done, amount: 300 });

      await attempt(client('customer', { createCustomer: losing }).createCustomer(contact));
      const metadata = { 'metadata[pasarela_key]': await derivedKey() };
      const customer = textAt(await make('customers', { ...contact, ...metadata }), 'id');
      expect((await cli('resolve', 'customer', '--done', customer)).stderr).to.equal('');
      expect(await client('customer').createCustomer(contact)).to.include({ id: customer });

      const assignment = { customer, source: 'tok_visa' };
      await attempt(client('card', { createCard: losing }).assignCard(assignment));
      const card = textAt(
        await make(`customers/${customer}/sources`, { source: 'tok_visa' }),
        'id',
      );
      const resolved = await cli('resolve', 'card', '--done', card, '--customer', customer);
      expect(resolved.stderr).to.equal('');
      expect(await client('card').assignCard(assignment)).to.include({ id: card, last4: '4242' });
    });

    it('--not-done needs --force when the processor shows that the request was done', async () => {
      const w = await world();
      const { charge, refund } = await loseRefund(w, 'refund 1');
      expect(await w.cli('resolve', 'refund 1', '--not-done')).to.deep.include({
        code: 1,
        stdout: '',
        stderr: `pasarela: nothing was deleted: the processor shows that the request with the key "refund 1" of shop was done (${refund}): store that with pasarela idempotency settle, or pass --force to delete the key anyway\n`,
      });
      expect(await w.listed()).to.have.lengthOf(1);
      expect((await w.cli('settle', 'refund 1')).stdout).to.include(refund);
      const again = await w.client('refund 1').refundCharge({ charge, amount_minor: 300 });
      expect(again).to.include({ id: refund });

      await loseRefund(w, 'refund 2');
      const forced = await w.cli('resolve', 'refund 2', '--not-done', '--force');
      expect(forced.stdout).to.include('deleted the key "refund 2" of shop');
      expect(await w.listed()).to.deep.equal([]);
    });

    it('--not-done needs --force when the processor cannot be asked', async () => {
      const w = await world();
      await loseRefund(w, 'refund 1');
      await stripe.close();
      expect(await w.cli('resolve', 'refund 1', '--not-done')).to.deep.include({
        code: 1,
        stdout: '',
        stderr:
          'pasarela: nothing was deleted: the processor could not be asked (no response from the processor: Error: An error occurred with our connection to Stripe. (ECONNREFUSED)): try again later, or pass --force to delete the key anyway\n',
      });
      expect(await w.listed()).to.have.lengthOf(1);
      const forced = await w.cli('resolve', 'refund 1', '--not-done', '--force');
      expect(forced.stdout).to.include('deleted the key "refund 1" of shop');
    });

    it('--not-done needs --force while the processor turns look-ups away', async () => {
      const w = await world();
      const { charge, refund } = await loseRefund(w, 'refund 1');
      const args = ['idempotency', 'resolve', 'refund 1', '--not-done'];
      const { code, stdout, stderr } = await runHere(args, { ...w.env, STRIPE_BASE_URL: busy() });
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.include(
        'nothing was deleted: the processor could not be asked (Too many requests): try again later, or pass --force',
      );
      await w.cli('settle', 'refund 1');
      const again = await w.client('refund 1').refundCharge({ charge, amount_minor: 300 });
      expect(again).to.include({ id: refund });
    });

    it('--not-done needs --force when the summary of the request cannot be read', async () => {
      const w = await world();
      await loseRefund(w, 'refund 1');
      const other = { ...w.env, IDEMPOTENCY_SECRET: 'another secret than that' };
      const args = ['idempotency', 'resolve', 'refund 1', '--not-done'];
      expect(await runHere(args, other)).to.deep.include({
        code: 1,
        stdout: '',
        stderr:
          'pasarela: nothing was deleted: the processor could not be asked, because the summary of the request cannot be read: add the secret of its time to IDEMPOTENCY_SECRET, or pass --force to delete the key anyway\n',
      });
      const forced = await runHere([...args, '--force'], other);
      expect(forced.stdout).to.include('deleted the key "refund 1" of shop');
    });

    it('needs --client when several clients have the key', async () => {
      const { cli, lose, listed } = await world();
      await lose('order 42');
      await lose('order 42', 'open');
      expect(await cli('resolve', 'order 42', '--not-done')).to.deep.include({
        code: 1,
        stderr:
          'pasarela: several clients have the key "order 42": choose one with --client: shop, open\n',
      });
      const { stdout } = await cli('resolve', 'order 42', '--not-done', '--client', 'shop');
      expect(stdout).to.include('deleted the key "order 42" of shop');
      expect((await listed()).map((entry) => at(entry, 'client'))).to.deep.equal(['open']);
      expect(await cli('resolve', 'order 42', '--not-done', '--client', 'till')).to.deep.include({
        code: 1,
        stderr:
          'pasarela: the key "order 42" of till is not in doubt, but that of open is: pasarela idempotency list shows the keys that are\n',
      });
    });

    it('does not settle the key of a running request', async () => {
      const given = await world();
      await leased(given, 'refund 1');
      const { code, stdout, stderr } = await given.cli('resolve', 'refund 1', '--not-done');
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.match(
        /^pasarela: a request with the key "refund 1" of open is running, at least until \S+Z: wait for its response\n$/,
      );
      expect(await given.listed()).to.have.lengthOf(1);
    });

    const how =
      'pasarela: pass either --not-done, or --done with the id of the created object (pi_..., seti_..., cs_..., re_..., cus_..., card_...)\n';
    const refused: ReadonlyArray<
      readonly [ReadonlyArray<string>, string | RegExp, Readonly<Record<string, string>>?]
    > = [
      [['order 42'], how],
      [['order 42', '--not-done', '--done', 'pi_1'], how],
      [['order 42', '--not-done', '--done', ''], how],
      [['order 42', '--done', ''], how],
      [
        ['order 43', '--not-done'],
        'pasarela: the key "order 43" is not in doubt: pasarela idempotency list shows the keys that are\n',
      ],
      [['order 42', '--done', 're_1'], 'pasarela: createPaymentIntent makes pi_..., not "re_1"\n'],
      [
        ['order 42', '--done', 'pi_unknown'],
        "pasarela: the processor refused the call: No such payment_intent: 'pi_unknown'\n",
      ],
      [
        ['order 42', '--done', 'pi_1'],
        /^pasarela: only the service itself can read the objects .* STRIPE_SECRET_KEY\n$/,
        { STRIPE_SECRET_KEY: '', PROCESSOR: 'memory' },
      ],
      [
        ['order 42', '--not-done'],
        /^pasarela: an in-memory store .*\n$/,
        { DATABASE_URL: 'memory:' },
      ],
    ];
    for (const [args, problem, more = {}] of refused) {
      it(`refuses ${args.join(' ')} ${JSON.stringify(more)}`, async () => {
        const { env, lose, listed } = await world();
        await lose('order 42');
        const outcome = await runHere(['idempotency', 'resolve', ...args], { ...env, ...more });
        expect(outcome).to.deep.include({ code: 1, stdout: '' });
        if (typeof problem === 'string') expect(outcome.stderr).to.equal(problem);
        else expect(outcome.stderr).to.match(problem);
        expect(await listed()).to.have.lengthOf(1);
      });
    }

    it('deletes a key of an earlier version without an operation, but accepts no --done for it', async () => {
      const { database, cli, lose, listed } = await world();
      await lose('order 42');
      await valueOf(
        database.query('UPDATE pasarela_idempotency_keys SET operation = NULL, derived_key = NULL'),
      );
      expect(await cli('resolve', 'order 42', '--done', 'pi_1')).to.deep.include({
        code: 1,
        stderr:
          'pasarela: an earlier version of Pasarela created this key without storing its operation: settle it with --not-done\n',
      });
      expect((await cli('resolve', 'order 42', '--not-done')).stdout).to.include(
        'the next request with it runs as new (its operation)',
      );
      expect(await listed()).to.deep.equal([]);
    });

    it('refuses a key whose secret is missing', async () => {
      const { env, lose, derivedKey } = await world();
      await lose('order 42');
      const id = textAt(await paid({ 'metadata[pasarela_key]': await derivedKey() }), 'id');
      const outcome = await runHere(['idempotency', 'resolve', 'order 42', '--done', id], {
        ...env,
        IDEMPOTENCY_SECRET: 'another secret than that',
      });
      expect(outcome).to.deep.include({
        code: 1,
        stdout: '',
        stderr:
          'pasarela: the key was created with a secret that IDEMPOTENCY_SECRET does not contain: add that secret\n',
      });
    });
  });

  it('settles a key that a killed service left, and the next service answers with the result', async () => {
    const { env, cli, derivedKey } = await world();
    const bearer = 'first-key-of-the-shop';
    const serve = async () => {
      const program = await start(['serve', '--port', '0'], {
        ...env,
        API_KEYS: `shop:${bearer}`,
        IDEMPOTENCY_LEASE_SECONDS: '1',
      });
      const address = await addressOf(program);
      const post = (path: string, body: object, headers = {}) =>
        callAt(address)('POST', path, {
          body,
          headers: { authorization: `Bearer ${bearer}`, ...headers },
        });
      return { program, post };
    };
    const { processor } = stripe;
    const first = await serve();
    const customer_id = textAt((await first.post('/api/customers', contact)).body, 'data.id');
    const customer = decoded(CustomerId, customer_id);
    const body = { customer_id, amount: 19.99, payment_method: 'pm_card_visa', confirm: true };
    const pay = ({ post }: typeof first) =>
      post('/api/payments', body, { 'idempotency-key': 'order 42' });
    const made = async () =>
      (await valueOf(processor.listPaymentIntents({ customer, limit: 10 }))).data;
    processor.controls.failNext({ on: 'create', with: { delay: 60_000 } });
    const answer = pay(first).catch(() => 'cut off');
    await until(async () => (await made()).length === 1);
    first.program.kill('SIGKILL');
    expect(await answer).to.equal('cut off');

    const [intent] = await made();
    const id = intent?.id ?? '';
    // The key is in doubt when its lease expires: the test has the file open, so the next process does not release it earlier.
    const left =
      /^\S+Z in_doubt shop "order 42" createPaymentIntent [0-9a-f]{64} 19\.99_EUR cus_\w+ -\n$/;
    await until(async () => left.test((await cli('list', '--in-doubt')).stdout));
    expect(at(intent, 'metadata.pasarela_key')).to.equal(await derivedKey());
    expect(await cli('resolve', 'order 42', '--done', id)).to.include({ code: 0, stderr: '' });

    const second = await serve();
    const again = await pay(second);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([201, 'true']);
    expect(textAt(again.body, 'data.id')).to.equal(id);
    expect(await made()).to.have.lengthOf(1);
  });

  describe('settle', () => {
    it('stores the outcome that it finds, and sends no change', async () => {
      const w = await world();
      const { charge, refund } = await loseRefund(w, 'refund 1');
      expect(await w.cli('settle', 'refund 1')).to.deep.include({
        code: 0,
        stdout: `settled the key "refund 1" of shop: refundCharge was done, and the next request with it gets ${refund}\nsettled 1 of 1 keys in doubt\n`,
        stderr: '',
      });
      const again = await w.client('refund 1').refundCharge({ charge, amount_minor: 300 });
      expect(again).to.include({ id: refund, amount: 300 });
    });

    it('--all looks up every key in doubt, and says why one stays', async () => {
      const w = await world();
      const { refund } = await loseRefund(w, 'refund 1');
      await w.lose('order 42');
      const customer = textAt(await make('customers', contact), 'id');
      await w.attempt(
        w.client('order 43', { createPaymentIntent: losing }).createPaymentIntent({
          amount: '10.00',
          customer,
          payment_method: 'pm_1',
        }),
      );
      await w.attempt(
        w.client('token', { createCardToken: losing }).tokenizeCard({
          number: '4242424242424242',
          exp_month: 12,
          exp_year: 2035,
          cvc: '123',
        }),
      );
      await leased(w, 'running');
      const { stdout, code } = await w.cli('settle', '--all');
      expect(code).to.equal(0);
      expect(stdout.split('\n')).to.have.members([
        'the key "order 42" of shop stays in doubt (createPaymentIntent): it could not be looked up: No such customer: \'cus_1\'',
        'the key "order 43" of shop stays in doubt (createPaymentIntent): the processor shows no sign that it was done. That does not prove that it was not: find out, and use pasarela idempotency resolve',
        'the key "token" of shop stays in doubt (tokenizeCard): its request cannot be looked up, or an earlier version of Pasarela stored no summary of it: repeat the request, or use pasarela idempotency resolve',
        `settled the key "refund 1" of shop: refundCharge was done, and the next request with it gets ${refund}`,
        'settled 1 of 4 keys in doubt',
        '',
      ]);
      expect((await w.cli('settle', '--all')).stdout).to.include('settled 0 of 3 keys in doubt\n');
    });

    it('--json prints the same for programs', async () => {
      const w = await world();
      const { refund } = await loseRefund(w, 'refund 1');
      await w.lose('order 42');
      const { stdout } = await w.cli('settle', '--all', '--json');
      const about = { client: 'shop' };
      const reports: ReadonlyArray<unknown> = listAt({ data: JSON.parse(stdout) }, 'data');
      expect(reports).to.deep.include({
        ...about,
        key: 'refund 1',
        operation: 'refundCharge',
        settled: true,
        result: refund,
        error: null,
      });
      const stays = reports.find((report) => at(report, 'settled') === false);
      expect(stays).to.include({ ...about, key: 'order 42', why: 'Failed' });
    });

    it('stores a refusal, and says which', async () => {
      const w = await world();
      const customer = textAt(await make('customers', contact), 'id');
      const pay = {
        customer,
        amount: '10.00',
        payment_method: 'pm_card_chargeDeclined',
        confirm: true,
      };
      const today = Math.floor(Date.now() / 1000);
      await w.attempt(
        w
          .client('declined', { createPaymentIntent: losing }, undefined, today)
          .createPaymentIntent(pay),
      );
      const response = await fetch(`${stripe.url}/v1/payment_intents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stripe.apiKey}`,
          'idempotency-key': await w.derivedKey(),
        },
        body: new URLSearchParams({
          amount: '1000',
          currency: 'eur',
          customer,
          payment_method: 'pm_card_chargeDeclined',
          'payment_method_types[]': 'card',
          confirm: 'true',
          'metadata[pasarela_key]': await w.derivedKey(),
        }),
      });
      expect(response.status).to.equal(402);
      expect((await w.cli('settle', 'declined')).stdout).to.match(
        /^settled the key "declined" of shop: createPaymentIntent was refused, and the next request with it gets that: .*declined/,
      );
      const rows = await w.database.query('SELECT answer FROM pasarela_idempotency_keys', [])();
      expect(JSON.stringify(rows)).not.to.contain('declined');
    });

    it('says when a request with the key is running, or its summary has another secret', async () => {
      const w = await world();
      await leased(w, 'running');
      expect((await w.cli('settle', 'running')).stdout).to.include(
        'stays in doubt (refundCharge): a request with it is running: wait for its response',
      );
      await w.lose('order 42');
      const other = { ...w.env, IDEMPOTENCY_SECRET: 'another secret than that' };
      expect((await runHere(['idempotency', 'settle', 'order 42'], other)).stdout).to.include(
        'its summary cannot be read: add the secret of its time to IDEMPOTENCY_SECRET',
      );
    });

    it('says when the processor does not answer', async () => {
      const w = await world();
      await w.lose('order 42');
      const down = { ...w.env, STRIPE_BASE_URL: 'http://127.0.0.1:1' };
      expect((await runHere(['idempotency', 'settle', 'order 42'], down)).stdout).to.include(
        'stays in doubt (createPaymentIntent): it could not be looked up: no response from the processor: ',
      );
    });

    it('--all --client leaves the keys of other clients', async () => {
      const w = await world();
      await w.lose('order 42');
      await w.lose('order 43', 'open');
      const { stdout } = await w.cli('settle', '--all', '--client', 'open');
      expect(stdout).to.match(/^the key "order 43" of open stays in doubt .*\nsettled 0 of 1 keys/);
      expect((await w.cli('settle', '--all', '--client', 'till')).stdout).to.equal(
        'settled 0 of 0 keys in doubt\n',
      );
    });

    for (const [args, problem, more = {}] of [
      [[], 'pasarela: pass either a key, or --all\n'],
      [['order 42', '--all'], 'pasarela: pass either a key, or --all\n'],
      [
        ['order 43'],
        'pasarela: the key "order 43" is not in doubt: pasarela idempotency list shows the keys that are\n',
      ],
      [
        ['--all'],
        'pasarela: only the service itself can read the objects of its in-memory processor: this command needs STRIPE_SECRET_KEY\n',
        { STRIPE_SECRET_KEY: '', PROCESSOR: 'memory' },
      ],
    ] as ReadonlyArray<
      readonly [ReadonlyArray<string>, string, Readonly<Record<string, string>>?]
    >) {
      it(`refuses ${JSON.stringify(args)} ${JSON.stringify(more)}`, async () => {
        const { env } = await world();
        const outcome = await runHere(['idempotency', 'settle', ...args], { ...env, ...more });
        expect(outcome).to.deep.include({ code: 1, stdout: '', stderr: problem });
      });
    }
  });

  describe('list --unconfirmed', () => {
    const challenged = async ({ database }: World, ...payments: ReadonlyArray<string>) => {
      const events = createSqlEventStore(database);
      for (const id of payments) {
        const object = eventOf(`evt_${id}`, { type: 'payment_intent.requires_action', object: id });
        await valueOf(events.store(object, since));
      }
    };

    it('prints the payments that wait for their second confirmation', async () => {
      const w = await world();
      expect((await w.cli('list', '--unconfirmed')).stdout).to.equal(
        'no authenticated payment waits for a confirmation\n',
      );
      const waiting = textAt(
        await make('payment_intents', {
          amount: '1000',
          currency: 'eur',
          payment_method: 'pm_card_visa',
          'payment_method_types[]': 'card',
          confirmation_method: 'manual',
          'metadata[order]': 'A\n42',
        }),
        'id',
      );
      await challenged(w, waiting, textAt(await paid(), 'id'));
      const { stdout, stderr } = await w.cli('list', '--unconfirmed');
      expect(stdout).to.equal(`2026-01-31T18:00:00Z ${waiting} 10.00_EUR - A\\u000a42\n`);
      expect(stderr).to.equal('');
      const json = await w.cli('list', '--unconfirmed', '--json');
      expect(at(JSON.parse(json.stdout), '0')).to.include({
        kind: 'unconfirmed',
        object_id: waiting,
      });
      const { stdout: table } = await run(['idempotency', 'list', '--unconfirmed'], {
        ...w.env,
        ...onTerminal,
      });
      expect(table.replaceAll(/ {2,}/g, ' ')).to.match(
        /^AGE PAYMENT AMOUNT CUSTOMER ORDER\n[0-9]+d pi_\w+ 10\.00 EUR - A\\u000a42\n$/,
      );
      const one = await w.cli('list', '--unconfirmed', '--limit', '1');
      expect(one.stderr).to.equal('only the latest 1 challenges were looked at\n');
    });

    it('says when the processor does not answer', async () => {
      const w = await world();
      await challenged(w, 'pi_1');
      const down = { ...w.env, STRIPE_BASE_URL: 'http://127.0.0.1:1' };
      const outcome = await runHere(['idempotency', 'list', '--unconfirmed'], down);
      expect(outcome).to.deep.include({ code: 1, stdout: '' });
      expect(outcome.stderr).to.match(/^pasarela: The payment processor/);
    });
  });
});
