import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as framework from 'mocha';
import {
  also,
  andThen,
  aText,
  aWholeNumber,
  aWord,
  checkedOptions,
  inOneLine,
  listOf,
  optional,
  options as optionsOf,
  parsed,
  problemsOf,
  refused,
  together,
  withDefault,
} from '../../src/application/checked-input.js';
import * as contract from '../../src/contract.js';
import { startFakeServer } from '../../src/fake-server.js';
import { createFetchHandler } from '../../src/fetch.js';
import { backfillEvents, createPayments } from '../../src/index.js';
import { createPaymentsRouter } from '../../src/koa.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { openPostgresStores } from '../../src/postgres.js';
import { openSqliteStores } from '../../src/sqlite.js';
import { createStripeEventSource, createStripeProcessor } from '../../src/stripe.js';
import { rejectionOf } from '../support/errors/rejection-of.js';

const processor = createMemoryProcessor({ seed: 1 });
const secretKey = `${'sk'}_${'test'}_0123456789`;

const none = (): never => {
  throw new Error('options are checked before they are used');
};

// Calls without type checks, as JavaScript does.
const call = (
  called: (...args: Array<never>) => unknown,
  ...args: ReadonlyArray<unknown>
): unknown => Reflect.apply(called, undefined, args);

type Row = readonly [
  name: string,
  calling: (extra: object) => unknown,
  wrong: object,
  nearest: string,
];

const functions: ReadonlyArray<Row> = [
  ['createMemoryProcessor', (extra) => call(createMemoryProcessor, extra), { sed: 'a' }, 'seed'],
  ['startFakeServer', (extra) => call(startFakeServer, extra), { prot: 1 }, 'port'],
  [
    'startFakeServer',
    (extra) => call(startFakeServer, extra),
    { webhook: { URL: 'http://127.0.0.1' } },
    'webhook.url',
  ],
  [
    'createPayments',
    (extra) => call(createPayments, { processor, ...extra }),
    { idempotency_secret: 'a secret' },
    'idempotencySecret',
  ],
  [
    'createPayments',
    (extra) => call(createPayments, { processor, ...extra }),
    { stores: { eventstore: {} } },
    'stores.eventStore',
  ],
  [
    'createPayments',
    (extra) => call(createPayments, { processor, ...extra }),
    { eventHandling: { max_tries: 3 } },
    'eventHandling.maxTries',
  ],
  [
    'createPaymentsRouter',
    (extra) => call(createPaymentsRouter, createPayments({ processor }), extra),
    { apiKey: ['k'] },
    'apiKeys',
  ],
  [
    'createFetchHandler',
    (extra) => call(createFetchHandler, createPayments({ processor }), extra),
    { apiKey: ['k'] },
    'apiKeys',
  ],
  [
    'createStripeProcessor',
    (extra) => call(createStripeProcessor, { secretKey, ...extra }),
    { timeout: 1 },
    'timeoutMs',
  ],
  [
    'createStripeEventSource',
    (extra) => call(createStripeEventSource, { secretKey, ...extra }),
    { baseURL: 'x' },
    'baseUrl',
  ],
  [
    'openSqliteStores',
    (extra) => call(openSqliteStores, { path: ':memory:', ...extra }),
    { loger: console },
    'logger',
  ],
  [
    'openPostgresStores',
    (extra) => call(openPostgresStores, { url: 'postgres://127.0.0.1:1/x', ...extra }),
    { poolsize: 3 },
    'poolSize',
  ],
  [
    'backfillEvents',
    (extra) =>
      call(backfillEvents, {
        eventSource: { listEvents: none },
        keepEvent: none,
        onProgress: none,
        ...extra,
      }),
    { overlapSecond: 1 },
    'overlapSeconds',
  ],
  [
    'backfillEvents',
    (extra) =>
      call(
        backfillEvents({ eventSource: { listEvents: none }, keepEvent: none, onProgress: none }),
        {
          createdFrom: 1,
          ...extra,
        },
      ),
    { createdto: 1 },
    'createdTo',
  ],
  [
    'on',
    (extra) => call(createPayments({ processor }).on, 'customer.created', none, extra),
    { nam: 'mail' },
    'name',
  ],
  [
    'confirmPayment',
    (extra) =>
      call(createPayments({ processor }).confirmPayment, { payment_intent: 'pi_1' }, extra),
    { processoridempotencykey: 'order-42' },
    'processorIdempotencyKey',
  ],
  [
    'refundCharge',
    (extra) =>
      call(createPayments({ processor }).taskEither.refundCharge, { charge: 'ch_1' }, extra),
    { processor_idempotency_key: 'order-42' },
    'processorIdempotencyKey',
  ],
  [
    'withIdempotencyKey',
    (extra) => call(createPayments({ processor }).withIdempotencyKey, 'a', extra),
    { scop: 'x' },
    'scope',
  ],
  [
    'describeStripeProcessor',
    (extra) => call(contract.describeStripeProcessor, 'x', () => processor, extra, framework),
    { rawCardNumber: true },
    'rawCardNumbers',
  ],
  [
    'describePaymentProcessor',
    (extra) =>
      call(
        contract.describePaymentProcessor,
        'x',
        () => processor,
        { fixtures: { approved: {} }, ...extra },
        framework,
      ),
    { feature: {} },
    'features',
  ],
  [
    'describeEventStore',
    (extra) => call(contract.describeEventStore, 'x', { open: none, ...extra }),
    { closed: none },
    'close',
  ],
  [
    'describeIdempotencyStore',
    (extra) => call(contract.describeIdempotencyStore, 'x', { open: none, ...extra }),
    { opneAnother: none },
    'openAnother',
  ],
  [
    'describeRefundSums',
    (extra) => call(contract.describeRefundSums, 'x', { open: none, ...extra }),
    { clsoe: none },
    'close',
  ],
];

const refusalOf = (act: () => unknown): Promise<string> =>
  rejectionOf(new Promise((resolve) => resolve(act())));

describe('The options of public functions', () => {
  for (const [name, calling, wrong, nearest] of functions) {
    it(`${name} refuses ${JSON.stringify(wrong)} and suggests the right name`, async () => {
      const said = await refusalOf(() => calling(wrong));
      expect(said).to.match(/^TypeError: /u);
      expect(said).to.include(`${name}: there is no option `);
      expect(said.endsWith(` (did you mean ${nearest}?)`), said).to.equal(true);
    });

    it(`${name} refuses an unknown option without a suggestion`, async () => {
      const said = await refusalOf(() => calling({ zzzzzz: 1 }));
      expect(said).to.equal(`TypeError: ${name}: there is no option zzzzzz`);
    });
  }

  it('of a call are checked before it runs; undefined counts as absent', async () => {
    const payments = createPayments({ processor });
    const customer = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
    const before = await payments.listCustomers();
    const said = await refusalOf(() =>
      call(payments.createCustomer, customer, { processorIdempotencyKey: '', inDoubtSince: -1 }),
    );
    expect(said).to.equal(
      'TypeError: createCustomer: processorIdempotencyKey must be a non-empty string; inDoubtSince must be zero or a positive whole number',
    );
    expect(await payments.listCustomers()).to.deep.equal(before);
    await call(payments.createCustomer, customer, { processorIdempotencyKey: undefined });
  });

  it('of a call name the way to keep an idempotency key', async () => {
    const said = await refusalOf(() =>
      call(
        createPayments({ processor }).refundCharge,
        { charge: 'ch_1' },
        { idempotencyKey: 'order-42' },
      ),
    );
    expect(said).to.equal(
      'TypeError: refundCharge: idempotencyKey is not an option of a call: use payments.withIdempotencyKey(key), which keeps the key and its result as the HTTP interface does (processorIdempotencyKey goes to the processor, and is not kept)',
    );
  });

  // PostgreSQL and SQLite store both of these as U+FFFD, so two callers would share their keys.
  for (const scope of ['\ud800', '\udfff', 'a\u0000', 'a\nb', '\u001b[2J', '\u009b']) {
    it(`of a key refuse the scope ${JSON.stringify(scope)}`, () => {
      const { withIdempotencyKey } = createPayments({ processor });
      expect(() => withIdempotencyKey('a', { scope })).to.throw(
        TypeError,
        'scope must be a well-formed string without control characters',
      );
      expect(() => withIdempotencyKey('a', { formerScopes: ['b', scope] })).to.throw(
        TypeError,
        'formerScopes must be an array of well-formed strings without control characters',
      );
    });
  }

  it('of a key take scopes in any language', () => {
    const { withIdempotencyKey } = createPayments({ processor });
    for (const scope of ['', 'tienda de Íñigo', '東京', '🛒']) withIdempotencyKey('a', { scope });
  });

  for (const options of [null, 7, 'seed']) {
    it(`are refused when they are ${JSON.stringify(options)}`, () => {
      expect(() => call(createMemoryProcessor, options)).to.throw(
        TypeError,
        'createMemoryProcessor: the options must be an object',
      );
    });
  }

  it('createPaymentsRouter reports that its first argument must be payments', () => {
    const payments = createPayments({ processor });
    for (const first of [undefined, null, { payments }, processor]) {
      expect(() => call(createPaymentsRouter, first)).to.throw(
        TypeError,
        'createPaymentsRouter: the first argument must be what createPayments() returns',
      );
    }
  });

  it('openPostgresStores requires either a url or a pool, and reports that', async () => {
    const said = await refusalOf(() =>
      call(openPostgresStores, { url: 'postgres://127.0.0.1:1/x', pool: { connect: none } }),
    );
    expect(said).to.equal('TypeError: openPostgresStores: url cannot be combined with pool');
  });

  it('createStripeProcessor refuses a publishable key without repeating it', () => {
    const publishable = `${'pk'}_${'test'}_0123456789`;
    expect(() => call(createStripeProcessor, { secretKey: publishable })).to.throw(
      TypeError,
      /^createStripeProcessor: secretKey must be the secret key of a Stripe account(?!.*pk_)/u,
    );
  });

  it('a planned failure refuses options other than on, with and times', () => {
    const { controls } = createMemoryProcessor();
    expect(() =>
      call(controls.failNext, { on: 'confirm', with: 'timeout_after', tims: 3 }),
    ).to.throw("A failure plan must be { on, with, times? }; 'tims' is not one of these");
  });

  const wrong: ReadonlyArray<readonly [options: object, problem: string]> = [
    [{ seed: {} }, 'seed must be a non-empty string or a number'],
    [{ seed: '' }, 'seed must be a non-empty string or a number'],
    [{ seed: Number.NaN }, 'seed must be a non-empty string or a number'],
    [{ clock: 5 }, 'clock must be a function'],
    [{ clock: () => 1_780_000_000_000 }, 'clock must return Unix seconds'],
    [{ clock: () => new Date(0) }, 'clock must return Unix seconds'],
    [{ keepEvents: -1 }, 'keepEvents must be zero or a positive whole number'],
    [{ challengeUrl: 'x' }, 'challengeUrl must be a function'],
    [{ checkoutUrl: 'x' }, 'checkoutUrl must be a function'],
  ];
  for (const [options, problem] of wrong) {
    it(`refuses ${JSON.stringify(options)}: ${problem}`, () => {
      expect(() => call(createMemoryProcessor, options)).to.throw(TypeError, problem);
    });
  }

  const wrongForServer: ReadonlyArray<readonly [options: object, problem: string]> = [
    [{ host: '' }, 'host must be a non-empty string'],
    [{ port: 65_536 }, 'port must be a whole number from 0 to 65535'],
    [{ seed: true }, 'seed must be a non-empty string or a number'],
    [{ clock: () => 'now' }, 'clock must return Unix seconds'],
    [{ fixture: '' }, 'fixture must be a path or a fixture'],
    [{ fixture: 5 }, 'fixture must be a path or a fixture'],
    [{ keepEvents: 1.5 }, 'keepEvents must be zero or a positive whole number'],
    [{ maxAccounts: 0 }, 'maxAccounts must be a positive whole number'],
    [{ rawCardNumbers: 'no' }, 'rawCardNumbers must be true or false'],
    [{ cardTokens: 1 }, 'cardTokens must be true or false'],
    [{ webhook: 'http://127.0.0.1' }, 'webhook must be an object'],
    [{ webhook: { url: 'desk' } }, 'webhook.url must be an http or https URL'],
    [{ webhook: { secret: 'abc' } }, 'webhook.secret must begin with whsec_'],
    [{ webhookPauses: [-1] }, 'webhookPauses must be an array of seconds, each at most 2147483'],
    [{ webhookPauses: [1e7] }, 'webhookPauses must be an array of seconds, each at most 2147483'],
    [{ webhookTimeoutMs: 1e10 }, 'webhookTimeoutMs must be a whole number from 1 to 2147483647'],
    [{ onDelivery: {} }, 'onDelivery must be a function'],
    [{ logger: {} }, 'logger has no function info'],
  ];
  for (const [options, problem] of wrongForServer) {
    it(`startFakeServer refuses ${JSON.stringify(options)}: ${problem}`, async () => {
      const said = await refusalOf(() => call(startFakeServer, options));
      expect(said).to.include(`TypeError: startFakeServer: ${problem}`);
    });
  }
});

describe('a description of options', () => {
  type Given = { readonly name: string; readonly retries?: number; readonly mode: 'a' | 'b' };
  const described = optionsOf<Given>({
    name: aText,
    retries: optional(aWholeNumber(0, 5)),
    mode: aWord('a', 'b'),
  });

  it('accepts what its type allows, and undefined for what is optional', () => {
    for (const given of [
      { name: 'x', mode: 'a' },
      { name: 'x', mode: 'b', retries: undefined },
      { name: 'x', mode: 'b', retries: 5 },
    ]) {
      expect(checkedOptions('f', described, given)).to.equal(given);
    }
  });

  it('names every problem at once, nested ones with their path, and never a value', () => {
    const outer = optionsOf<{ readonly inner: Given; readonly list: ReadonlyArray<string> }>({
      inner: described,
      list: listOf(aText),
    });
    expect(
      problemsOf(outer, { inner: { name: '', retires: 1 }, list: ['x', 7], lits: 1 }),
    ).to.deep.equal([
      'inner.name must be a non-empty string',
      "inner.mode must be 'a' or 'b'",
      'there is no option inner.retires (did you mean inner.retries?)',
      'list[1] must be a non-empty string',
      'there is no option lits (did you mean list?)',
    ]);
    expect(problemsOf(outer, { inner: 7, list: 'x' })).to.deep.equal([
      'inner must be an object',
      'list must be a list',
    ]);
  });

  it('reads getters of a class, which an object of options may be', () => {
    class Made {
      readonly mode = 'a';

      get name(): string {
        return 'x';
      }
    }
    expect(problemsOf(described, new Made())).to.deep.equal([]);
  });

  it('names the problems that options have only together, beside the others', () => {
    const pair = together(
      optionsOf<{ readonly a?: number; readonly b?: number }>({
        a: optional(aWholeNumber(1)),
        b: optional(aWholeNumber(1)),
      }),
      ({ a, b }) => (a !== undefined && b !== undefined ? ['a cannot be combined with b'] : []),
    );
    expect(problemsOf(pair, { a: 0, b: 1 })).to.deep.equal([
      'a must be a positive whole number',
      'a cannot be combined with b',
    ]);
    expect(problemsOf(pair, { a: 1, b: 1 })).to.have.length(1);
    expect(problemsOf(pair, { a: 1 })).to.deep.equal([]);
  });

  it('adds conditions to a codec, which see only what it accepts', () => {
    const even = also(aWholeNumber(0), (count, name) =>
      count % 2 === 0 ? [] : [`${name} must be even`],
    );
    expect(problemsOf(even, 3, 'count')).to.deep.equal(['count must be even']);
    expect(problemsOf(even, '3', 'count')).to.deep.equal([
      'count must be zero or a positive whole number',
    ]);
    expect(problemsOf(even, 4)).to.deep.equal([]);
  });

  it('reads another value than it was given, where it parses', () => {
    const digits = parsed('must be digits', (text) =>
      /^\d+$/.test(text) ? Number(text) : undefined,
    );
    const even = andThen(digits, (count, name) =>
      count % 2 === 0 ? E.right(count / 2) : refused(`${name} must be even`),
    );
    const halves = withDefault(listOf(even), 'none');
    expect(halves.read(['2', '8'], 'counts')).to.deep.equal(E.right([1, 4]));
    expect(halves.read(undefined, 'counts')).to.deep.equal(E.right('none'));
    expect(halves.read(['2', '3', 'x', 4], 'counts')).to.deep.equal(
      E.left(['counts[1] must be even', 'counts[2] must be digits', 'counts[3] must be digits']),
    );
  });

  it('leaves fields without a check to others, where it is told so', () => {
    const open = optionsOf<{ readonly name: string }>({ name: aText }, (names, path, known) =>
      names.map((name) => `${path}${name} is not one of ${Object.keys(known).join()}`),
    );
    expect(problemsOf(open, { name: 'x', no: 1 }, 'file')).to.deep.equal([
      'file.no is not one of name',
    ]);
    expect(problemsOf(open, [], 'file')).to.deep.equal(['file must be an object']);
  });

  it('names the first five problems in one line', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(inOneLine(names.slice(0, 2))).to.equal('a; b');
    expect(inOneLine(names.slice(0, 6))).to.equal('a; b; c; d; e; and 1 more problem');
    expect(inOneLine(names)).to.equal('a; b; c; d; e; and 2 more problems');
  });

  it('does not compile unless it says the same as the type, in both directions', () => {
    const mode = aWord('a', 'b');
    const retries = optional(aWholeNumber(0));
    for (const other of [
      // @ts-expect-error An option of the type is not described.
      optionsOf<Given>({ name: aText, mode }),
      // @ts-expect-error An option is described that the type does not have.
      optionsOf<Given>({ name: aText, mode, retries, more: aText }),
      // @ts-expect-error The description accepts texts where the type has numbers.
      optionsOf<Given>({ name: aText, mode, retries: optional(aText) }),
      // @ts-expect-error The description accepts fewer words than the type.
      optionsOf<Given>({ name: aText, mode: aWord('a'), retries }),
      // @ts-expect-error The description accepts more words than the type.
      optionsOf<Given>({ name: aText, mode: aWord('a', 'b', 'c'), retries }),
      // @ts-expect-error An optional option is described as required.
      optionsOf<Given>({ name: aText, mode, retries: aWholeNumber(0) }),
      // @ts-expect-error A required option is described as optional.
      optionsOf<Given>({ name: optional(aText), mode, retries }),
    ]) {
      expect(problemsOf(other, {})).not.to.deep.equal([]);
    }
  });
});
