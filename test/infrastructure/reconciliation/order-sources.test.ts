import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ReconciledOrder } from '../../../src/domain/reconciliation/ledger-case.js';
import { ordersFrom } from '../../../src/infrastructure/reconciliation/order-sources.js';
import { OrdersProblem } from '../../../src/infrastructure/reconciliation/orders-problem.js';
import { useHttpServer } from '../../support/http/use-http-server.js';

const november = 1_793_491_200;

const expected: ReadonlyArray<ReconciledOrder> = [
  {
    id: '1001',
    amount: 1999,
    currency: 'eur',
    state: 'paid',
    refunded: 500,
    reference: 'pi_1',
    shipments: 1,
    created: november,
    shippedAt: november + 3600,
  },
  { id: '1002', amount: 500, currency: 'jpy', state: 'open' },
];

const csv = `\u{feff}ID;Amount;Currency;State;Refunded;Reference;Shipments;Created;Shipped at
1001;"19,99";EUR;paid;"5,00";pi_1;1;2026-11-01T00:00:00Z;${november + 3600}
1002;500;JPY;open;;;;;
`;

const objects = [
  {
    id: 1001,
    amount: 1999,
    currency: 'EUR',
    state: 'paid',
    refunded: 500,
    reference: 'pi_1',
    shipments: 1,
    created: '2026-11-01T00:00:00Z',
    shipped_at: november + 3600,
  },
  { id: '1002', amount: 500, currency: 'jpy', state: 'open', anything: 'else' },
];
const jsonLines = objects.map((object) => `${JSON.stringify(object)}\n`).join('\n');

const login = `Basic ${Buffer.from('reader:p@ss').toString('base64')}`;

describe('orders of the shop', () => {
  const address = useHttpServer((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/stuck') {
      response.write('id,amount_minor\n1,1999\n');
      return;
    }
    if (request.url === '/endless') {
      const more = (): void => {
        // Not at once: Node 26 calls back without a turn of the event loop when the reader has left.
        const next = (): unknown => setImmediate(more);
        if (!response.destroyed) response.write('1,1999\n'.repeat(1000), next);
      };
      response.write('id,amount_minor\n', more);
      return;
    }
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('id,amount_minor\n1,19', () => response.destroy());
      return;
    }
    const { authorization } = request.headers;
    const isAllowed = request.url === '/orders' && (authorization ?? login) === login;
    response.statusCode = isAllowed ? 200 : 403;
    response.end(jsonLines);
  });
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-orders-'));
  });
  after(() => rm(folder, { recursive: true }));

  const read = async (
    source: string,
    stdin?: NodeJS.ReadableStream,
    bounds?: Parameters<typeof ordersFrom>[0]['bounds'],
  ): Promise<ReadonlyArray<ReconciledOrder>> => {
    const orders: Array<ReconciledOrder> = [];
    const given = {
      source,
      folder,
      stdin,
      from: 1,
      to: 2,
      signal: new AbortController().signal,
      ...(bounds === undefined ? {} : { bounds }),
    };
    for await (const order of ordersFrom(given)) orders.push(order);
    return orders;
  };
  const readFile = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return read(name);
  };
  const problemOf = async (reading: Promise<unknown>): Promise<string> => {
    const error: unknown = await reading.catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(OrdersProblem);
    return error instanceof OrdersProblem ? error.message : '';
  };

  it('are read from CSV, lines of JSON and a JSON array', async () => {
    expect(await readFile('orders.csv', csv)).to.deep.equal(expected);
    expect(await readFile('orders.jsonl', jsonLines)).to.deep.equal(expected);
    expect(await readFile('orders.json', JSON.stringify(objects, null, 2))).to.deep.equal(expected);
  });

  it('are read from standard input, in whatever pieces it comes', async () => {
    const pieces = [...Buffer.from(csv)].map((byte) => Buffer.of(byte));
    expect(await read('-', Readable.from(pieces))).to.deep.equal(expected);
    expect(await read('-', Readable.from([jsonLines]))).to.deep.equal(expected);
  });

  it('are read from an address', async () => {
    expect(await read(`${address()}/orders`)).to.deep.equal(expected);
    expect(await problemOf(read(`${address()}/secret`))).to.match(
      /^no orders: 127.0.0.1:\d+ returned 403$/,
    );
  });

  it('are read with the name and the password of an address', async () => {
    const withLogin = (name: string): string =>
      `${address().replace('http://', `http://${name}:p%40ss@`)}/orders`;
    expect(await read(withLogin('reader'))).to.deep.equal(expected);
    expect(await problemOf(read(withLogin('other')))).to.match(
      /^no orders: 127.0.0.1:\d+ returned 403$/,
    );
  });

  it('are not taken from a response that was cut', async () => {
    expect(await problemOf(read(`${address()}/cut`))).to.match(
      /^127.0.0.1:\d+ ended its response before all orders were read: /,
    );
  });

  const small = { silenceMs: 50, moduleMs: 1000, all: 100_000, line: 1000, list: 500 };

  it('are not waited for where an address sends nothing any more', async () => {
    for (const path of ['silent', 'stuck']) {
      expect(await problemOf(read(`${address()}/${path}`, undefined, small)), path).to.match(
        /^no orders from 127.0.0.1:\d+: it sent nothing for 0.05 s$/,
      );
    }
  });

  it('end where a source has no end', async () => {
    const fast = { ...small, silenceMs: 60_000 };
    expect(await problemOf(read(`${address()}/endless`, undefined, fast))).to.equal(
      'the orders have more than 100000 characters: compare a shorter time',
    );
    const long = 'a long line '.repeat(100);
    for (const [text, problem] of [
      [`id,amount_minor\n1,${long}`, 'a line of the orders has more than 1000 characters'],
      [`{"id":"${long}"`, 'a line of the orders has more than 1000 characters'],
      [`[${'{"id":1}, '.repeat(100)}`, 'more than 500 characters: write them as lines of JSON'],
      [' '.repeat(2000), 'begin with nothing but spaces'],
    ] as const) {
      const reading = read('-', Readable.from([text.slice(0, 20), text.slice(20)]), small);
      expect(await problemOf(reading)).to.include(problem);
    }
  });

  it('are missing for a reason that the message has, without a password', async () => {
    expect(await problemOf(read('http://me:secret@127.0.0.1:9/orders?token=hidden'))).to.equal(
      'no orders from 127.0.0.1:9: bad port',
    );
    expect(await problemOf(read('http://me:secret@[/orders'))).to.equal(
      'the address of --orders is not a URL',
    );
  });

  it('may have columns that are like no known one', async () => {
    const text = 'id,customer_id,shipping_amount,created_by,amount_minor\n1,c,2,me,1999\n';
    expect(await readFile('others.csv', text)).to.deep.equal([
      { id: '1', amount: 1999, state: 'paid' },
    ]);
  });

  it('are read from a module, as an array or one after another', async () => {
    const array = `export const orders = async ({ from, to }) => from === 1 && to === 2 ? ${JSON.stringify(objects)} : [];`;
    expect(await readFile('array.mjs', array)).to.deep.equal(expected);
    const stream = `export default { async *orders() { yield* ${JSON.stringify(objects)}; } };`;
    expect(await readFile('stream.mjs', stream)).to.deep.equal(expected);
  });

  describe('of a module that does not go on', () => {
    const bounds = { silenceMs: 1000, moduleMs: 20, all: 1000, line: 1000, list: 1000 };
    const never = 'new Promise(() => undefined)';

    for (const [name, text] of [
      ['never.mjs', `export const orders = () => ${never};`],
      [
        'stuck.mjs',
        `export const orders = async function* () { yield { id: '1', amount: 1, state: 'paid' }; await ${never}; };`,
      ],
    ] as const) {
      it(`are given up: ${name}`, async () => {
        await writeFile(join(folder, name), text);
        expect(await problemOf(read(name, undefined, bounds))).to.match(
          /^orders\(\) of .+\.mjs gave no order for 0\.02 s$/,
        );
      });
    }

    it('end with everything else, although its code heeds no signal', async () => {
      await writeFile(
        join(folder, 'deaf.mjs'),
        `export const orders = () => { globalThis.stopOrders(); return ${never}; };`,
      );
      const stopping = new AbortController();
      Reflect.set(globalThis, 'stopOrders', () => stopping.abort(new Error('stopped')));
      const given = { source: 'deaf.mjs', folder, stdin: undefined, from: 1, to: 2 };
      const next = ordersFrom({ ...given, signal: stopping.signal }).next();
      const error: unknown = await next.catch((cause: unknown) => cause);
      Reflect.deleteProperty(globalThis, 'stopOrders');
      expect(error).to.have.property('message', 'stopped');
    });

    it('are closed after a mistake', async () => {
      const text = `export const orders = async function* () {
        try { yield { id: '1', amount: 'x' }; } finally { globalThis.ordersClosed = true; throw new Error('late'); }
      };`;
      await writeFile(join(folder, 'mistaken.mjs'), text);
      await problemOf(read('mistaken.mjs'));
      expect(globalThis).to.have.property('ordersClosed', true);
      Reflect.deleteProperty(globalThis, 'ordersClosed');
    });
  });

  describe('on a machine in another time zone', () => {
    const zone = process.env['TZ'];
    before(() => {
      process.env['TZ'] = 'America/New_York';
    });
    after(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });

    for (const created of ['2026-11-01', '2026-11-01 00:00:00', '2026-11-01T01:00:00+01:00']) {
      it(`have the same time: ${created}`, async () => {
        const [order] = await readFile(
          'zone.jsonl',
          JSON.stringify({ id: '1', amount: 1, state: 'paid', created }),
        );
        expect(order?.created).to.equal(november);
      });
    }
  });

  const wrong: ReadonlyArray<readonly [name: string, text: string, problem: RegExp]> = [
    [
      'no-id.csv',
      'number,amount\n1,2\n',
      /^the orders have no column id; they have number, amount/,
    ],
    [
      'thousands.csv',
      'id,amount,currency\n1,"1.999,00",EUR\n',
      /^line 2: amount is "1.999,00", but must be an amount such as 19.99/,
    ],
    [
      'status.csv',
      'id,amount_minor,status\n1,1999,canceled\n',
      /^the orders have the column "status", which is not known: did you mean state\?/,
    ],
    [
      'refund.csv',
      'id,amount_minor,refundd\n1,1999,5\n',
      /^the orders have the column "refundd", which is not known: did you mean refunded\?/,
    ],
    ['empty.csv', '', /^there are no orders to read: the source is empty/],
    ['blank.jsonl', '\n\n', /^there are no orders to read: the source is empty/],
    [
      'cut.csv',
      'id,amount,currency,state\n1,19.99,EUR\n',
      /^line 2 has 3 cells, but the first line names 4 columns/,
    ],
    [
      'unquoted.csv',
      'id,amount,currency,reference\n1,19,99,EUR,pi_1\n',
      /^line 2 has 5 cells, but the first line names 4 columns/,
    ],
    ['decimals.csv', 'id,amount,currency\n1,2,EUR\n2,19.999,EUR\n', /^line 3: amount is "19.999"/],
    [
      'no-currency.csv',
      'id,amount\n1,19.99\n',
      /^line 2: amount is in whole units, so the column currency must name a currency/,
    ],
    [
      'state.csv',
      'id,amount_minor,state\n1,1999,payed\n',
      /^line 2\.state is 'payed': use one of open, pending, paid, /,
    ],
    [
      'moment.csv',
      'id,amount_minor,created\n1,1999,yesterday\n',
      /^line 2: created is "yesterday", but must be/,
    ],
    [
      'fraction.jsonl',
      '{"id":"1","amount":19.99,"state":"paid"}\n',
      /^line 1\.amount is 19\.99: amounts are whole numbers of minor units/,
    ],
    [
      'milliseconds.jsonl',
      '{"id":"1","amount":1999,"state":"paid","created":1793491200000}\n',
      /^line 1: created is 1793491200000, but must be Unix seconds/,
    ],
    ['empty-state.csv', 'id,amount_minor,state\n1,1999,\n', /^line 2: state is empty/],
    ['cut.jsonl', '{"id":"1","amount":1999,"state":"paid"}\n{"id":', /^line 2 is not JSON/],
    ['nothing.mjs', 'export const order = 1;', /exports no function orders/],
  ];
  for (const [name, text, problem] of wrong) {
    it(`name the place of a problem: ${name}`, async () => {
      expect(await problemOf(readFile(name, text))).to.match(problem);
    });
  }

  it('are missing when there is no file', async () => {
    expect(await problemOf(read('none.csv'))).to.equal('there is no file none.csv');
    expect(await problemOf(read('none.mjs'))).to.equal('there is no file none.mjs');
  });

  it('are missing when the path is a folder', async () => {
    expect(await problemOf(read('.'))).to.equal('. is a folder: pass the path of a file in it');
  });

  for (const [name, text, problem] of [
    ['thrown.mjs', `throw new Error('no database');`, 'cannot be loaded: no database'],
    ['cut.mjs', 'export const orders = {', 'cannot be loaded: Unexpected end of input'],
    ['sync.mjs', `export const orders = () => { throw new Error('no table'); };`, 'no table'],
    ['async.mjs', `export const orders = () => Promise.reject('gone');`, 'failed: gone'],
    [
      'later.mjs',
      `export const orders = async function* () { yield { id: '1', amount: 1, state: 'paid' }; throw new Error('connection lost'); };`,
      'failed: connection lost',
    ],
  ] as const) {
    it(`are missing where the code of a module fails: ${name}`, async () => {
      expect(await problemOf(readFile(name, text))).to.include(problem);
    });
  }
});
