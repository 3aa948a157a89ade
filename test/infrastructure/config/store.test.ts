import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import type { ProcessorConfig } from '../../../src/infrastructure/config/processor.js';
import {
  decodeStore,
  describeStore,
  type StoreConfig,
} from '../../../src/infrastructure/config/store.js';

const memory: ProcessorConfig = { kind: 'memory', seed: undefined };
const stripe: ProcessorConfig = {
  kind: 'stripe',
  secretKey: '',
  baseUrl: undefined,
  apiVersion: '2026-08-26.dahlia',
  cards: 'sources',
  timeoutMs: 1,
  totalTimeoutMs: 3000,
  maxRetries: 0,
  maxCalls: 120,
  maxWaitingCalls: 256,
  breakerFailures: 10,
  breakerFailuresInRow: 3,
  breakerPauseMs: 5000,
};

const file = (path: string): StoreConfig => ({ kind: 'file', path });
const postgres = (url: string): StoreConfig => ({ kind: 'postgres', url, poolSize: 10 });

const given: ReadonlyArray<readonly [url: string, StoreConfig]> = [
  ['memory:', { kind: 'memory' }],
  [' memory: ', { kind: 'memory' }],
  ['file:pay.db', file('pay.db')],
  ['file:./data/pay ments.db', file('./data/pay ments.db')],
  ['file:/var/lib/pay.db', file('/var/lib/pay.db')],
  ['file:///var/lib/pay%20ments.db', file('/var/lib/pay ments.db')],
  ['postgres://pay@db.example/pay', postgres('postgres://pay@db.example/pay')],
  ['postgresql://db.example:5433/pay', postgres('postgresql://db.example:5433/pay')],
];

const refused = [
  'memory',
  'file:',
  'file:data/',
  'file::memory:',
  'file://pay.db',
  'file://host/pay.db',
  'pay.db',
  'mysql://pay:word@db.example/pay',
  'postgres:pay',
];

const withFolder = (path: string): StoreConfig => ({ kind: 'file', path, createsFolder: true });

describe('decodeStore', () => {
  const without: ReadonlyArray<readonly [Environment, ProcessorConfig, StoreConfig]> = [
    [{}, memory, { kind: 'memory' }],
    [{ DATABASE_URL: ' ', DATA_DIR: '/srv' }, memory, { kind: 'memory' }],
    [{}, stripe, withFolder('data/pasarela.db')],
    [{ DATA_DIR: './data' }, stripe, withFolder('data/pasarela.db')],
    [{ DATA_DIR: '/srv/pay' }, stripe, withFolder('/srv/pay/pasarela.db')],
  ];
  for (const [env, processor, store] of without) {
    it(`with the ${processor.kind} processor and ${JSON.stringify(env)}: ${JSON.stringify(store)}`, () => {
      expect(decodeStore(env, E.right(processor))).to.deep.equal(E.right(store));
    });
  }

  for (const [url, store] of given) {
    it(`accepts DATABASE_URL=${url}`, () => {
      for (const processor of [memory, stripe]) {
        expect(
          decodeStore({ DATABASE_URL: url, DATA_DIR: '/srv' }, E.right(processor)),
        ).to.deep.equal(E.right(store));
      }
    });
  }

  it('reads the number of connections to PostgreSQL from DATABASE_POOL_SIZE', () => {
    const env = { DATABASE_URL: 'postgres://db.example/pay', DATABASE_POOL_SIZE: '3' };
    expect(decodeStore(env, E.right(stripe))).to.deep.equal(
      E.right({ ...postgres('postgres://db.example/pay'), poolSize: 3 }),
    );
    expect(decodeStore({ ...env, DATABASE_POOL_SIZE: '0' }, E.right(stripe))).to.deep.equal(
      E.left(['DATABASE_POOL_SIZE must be a whole number from 1 to 1000']),
    );
  });

  for (const url of refused) {
    it(`refuses ${url} without repeating it`, () => {
      expect(decodeStore({ DATABASE_URL: url }, E.right(stripe))).to.deep.equal(
        E.left([
          'DATABASE_URL must be memory:, file:<path> or postgres://<user>@<host>/<database>',
        ]),
      );
    });
  }

  for (const url of ['postgres://[', 'postgresql://pay:wo#rd@db.example/pay']) {
    it(`refuses ${url} with a hint, without repeating it`, () => {
      expect(decodeStore({ DATABASE_URL: url }, E.right(stripe))).to.deep.equal(
        E.left([
          'DATABASE_URL is not a valid URL: percent-encode special characters in the user and the password, for example # as %23',
        ]),
      );
    });
  }
});

describe('a DATABASE_URL that would not lead where it says', () => {
  const hosts =
    'DATABASE_URL has several hosts, which are not tried in turn: name one, such as a proxy or a name in DNS that follows the primary';
  const attrs = (wanted: string) =>
    `DATABASE_URL has target_session_attrs=${wanted}, but the stores write: use read-write, which each connection is checked for in any case`;
  for (const [url, problem] of [
    ['postgres://shop@one.example,two.example/pay', hosts],
    ['postgresql://shop:wo,rd@one.example:5432,two.example:5433/pay?sslmode=require', hosts],
    ['postgres:///pay?host=one.example,two.example', hosts],
    ['postgres:///pay?sslmode=require&host=one.example%2Ctwo.example', hosts],
    ['postgres://shop@db.example/pay?target_session_attrs=any', attrs('any')],
    ['postgres://shop@db.example/pay?target_session_attrs=prefer-standby', attrs('prefer-standby')],
    [
      'postgres://shop@db.example/pay?sslmod=verify-full',
      'DATABASE_URL has the parameter sslmod: did you mean sslmode?',
    ],
    [
      'postgres://shop@db.example/pay?ssl=true&SSLROOTCERT=ca.pem',
      'DATABASE_URL has the parameter SSLROOTCERT: did you mean sslrootcert?',
    ],
    [
      'postgres://shop@db.example/pay?schema=money',
      'DATABASE_URL has schema=money, which PostgreSQL does not know: create the schema, and write options=-csearch_path=money',
    ],
  ] as const) {
    it(`is refused by name: ${url}`, () => {
      expect(decodeStore({ DATABASE_URL: url }, E.right(stripe))).to.deep.equal(E.left([problem]));
    });
  }

  for (const url of [
    'postgres://shop:wo,rd@db.example/pay',
    'postgres://shop@db.example/pay?target_session_attrs=read-write',
    'postgres://shop@db.example/pay?target_session_attrs=primary',
    'postgres:///pay?host=/run/postgresql&application_name=a,b',
    'postgres://shop@db.example/pay?schema=public&connection_limit=5&pgbouncer=true',
    'postgres://shop@db.example/pay?sslmode=verify-full&channel_binding=require&options=-csearch_path%3Dmoney',
    'postgres://shop@db.example/pay?ssl=true&port=5433&connect_timeout=5&keepalives=1',
  ]) {
    it(`is taken: ${url}`, () => {
      expect(E.isRight(decodeStore({ DATABASE_URL: url }, E.right(stripe)))).to.equal(true);
    });
  }
});

describe('the store in the start-up line', () => {
  for (const [store, text] of [
    [{ kind: 'memory' }, 'memory'],
    [{ kind: 'file', path: 'data/pasarela.db' }, 'file:data/pasarela.db'],
    [
      {
        kind: 'postgres',
        url: 'postgres://user:word@db.example:5433/pay?sslmode=require',
        poolSize: 10,
      },
      'postgres://db.example:5433/pay',
    ],
  ] as const) {
    it(`is "${text}"`, () => {
      expect(describeStore(store)).to.equal(text);
    });
  }
});
