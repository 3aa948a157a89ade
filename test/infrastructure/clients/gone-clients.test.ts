import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { clientsOf } from '../../../src/adapters/inbound/http/access/api-keys.js';
import { createClients, keyHashOf } from '../../../src/adapters/inbound/http/access/clients.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createSqlIdempotencyStore } from '../../../src/adapters/outbound/sql/idempotency-store.js';
import { migrateSchema } from '../../../src/adapters/outbound/sql/migrate.js';
import type { IdempotencyStore } from '../../../src/application/ports/idempotency-store.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { checkGoneClients } from '../../../src/infrastructure/clients/gone-clients.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import { createLogger } from '../../../src/infrastructure/logger.js';
import { type Service, startService } from '../../../src/infrastructure/service.js';
import type { ownStores } from '../../../src/infrastructure/service-owner.js';
import { right } from '../../adapters/outbound/memory/support/outcomes.js';
import { keptAnswer, keyedRequest } from '../../support/idempotency/keyed-request.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';
import { eventually } from '../../support/time/until.js';

const hash = keyHashOf('key2');

const claim = (store: IdempotencyStore, scope: string, key: string) =>
  valueOf(store.claim(keyedRequest({ scopes: [scope], key })));

const answer = async (store: IdempotencyStore, scope: string, key: string): Promise<void> => {
  await claim(store, scope, key);
  // A running service drops old ones.
  const kept = keptAnswer('text', Math.floor(Date.now() / 1000));
  await valueOf(store.answer({ scope, key, owner: 'owner' }, kept));
};

describe('clients that are gone', () => {
  const check = async (
    store: IdempotencyStore,
    apiKeys: ReadonlyArray<string>,
    more: { readonly retiredClients?: ReadonlyArray<string>; readonly isFile?: true } = {},
  ) => {
    const { retiredClients = [], isFile } = more;
    const apiKeysFile = isFile ? { path: 'clients.json', shortestKey: 1 } : undefined;
    const clients = createClients(clientsOf(apiKeys));
    return valueOf(checkGoneClients(store, clients, { apiKeys, apiKeysFile, retiredClients }));
  };

  it('are none in a new store, and none while all clients may call under a name or a former one', async () => {
    const store = createMemoryIdempotencyStore();
    expect(await check(store, [])).to.deep.equal({});
    for (const scope of ['client:shop', hash, 'open', '', 'tenant 1']) {
      await claim(store, scope, 'one');
    }
    for (const apiKeys of [
      ['shop:key1', 'key2'],
      ['shop:key1', 'till:key2'],
      ['web=shop:key1', 'till:key2'],
      ['web=shop:key3', `till=${hash}:key4`],
    ]) {
      expect(await check(store, apiKeys)).to.deep.equal({});
    }
  });

  it('are warned of when all their requests have a response', async () => {
    const store = createMemoryIdempotencyStore();
    await answer(store, 'client:shop', 'one');
    await answer(store, hash, 'one');
    const gone = `${hash}, shop`;
    expect(await check(store, ['web:key1'])).to.deep.equal({
      warning: `clients that the store knows may not call any more: ${gone}. A repetition of a request of theirs under another name runs as new: write API_KEYS=<name>=${hash}:<key> and API_KEYS=<name>=shop:<key> with the name that it has now, or RETIRED_CLIENTS=${hash},shop if it is gone on purpose`,
    });
    expect(await check(store, ['web:key1'], { retiredClients: ['shop', hash] })).to.deep.equal({});
  });

  it('are a problem when a request of theirs has no response, with the line to write', async () => {
    const store = createMemoryIdempotencyStore();
    await claim(store, 'client:shop', 'one');
    await claim(store, 'client:shop', 'two');
    await answer(store, 'client:shop', 'three');
    await claim(store, hash, 'one');
    await claim(store, 'client:web', 'one');
    const begins = `clients that may not call any more have requests without a response in the store: ${hash} (1), shop (2). A repetition under another name would run as new, and could charge twice: `;
    const ends = '. pasarela idempotency list shows the requests';
    for (const [apiKeys, isFile, advice] of [
      [
        ['web:key1'],
        undefined,
        `write API_KEYS=<name>=${hash}:<key> and API_KEYS=<name>=shop:<key> with the name that it has now, or RETIRED_CLIENTS=${hash},shop if it is gone on purpose`,
      ],
      [
        ['web:key1'],
        true,
        `write "former_keys": ["sha256:${hash}"] and "former_names": ["shop"] at the client that it is now in API_KEYS_FILE, or RETIRED_CLIENTS=${hash},shop if it is gone on purpose`,
      ],
    ] as const) {
      const found = await check(store, apiKeys, isFile === undefined ? {} : { isFile });
      expect(found).to.deep.equal({ problem: `${begins}${advice}${ends}` });
    }
    const off = await check(store, []);
    expect(off.problem).to.include(
      `${hash} (1), shop (2), web (1). A repetition under another name would run as new, and could charge twice: write API_KEYS=<key> and API_KEYS=shop:<key> and API_KEYS=web:<key> again, or RETIRED_CLIENTS=${hash},shop,web if keys are off on purpose`,
    );
    expect(await check(store, ['web:key1'], { retiredClients: ['shop', hash] })).to.deep.equal({});
    const some = await check(store, ['web:key1'], { retiredClients: ['shop'] });
    expect(some.problem).to.include(`${hash} (1). `);
  });

  it('are counted over all pages of keys without a response', async () => {
    const store = createMemoryIdempotencyStore();
    for (let key = 0; key < 1001; key += 1) await claim(store, 'client:shop', String(key));
    expect((await check(store, ['web:key1'])).problem).to.include(' shop (1001). ');
  });
});

describe('a service whose clients are gone', () => {
  const { file, open } = useSqlite();
  const running: Array<Service> = [];
  const lines: Array<string> = [];

  afterEach(async () => {
    for (const service of running.splice(0)) await service.close();
    lines.length = 0;
  });

  const start = async (
    path: string,
    env: Environment,
    own?: typeof ownStores,
  ): Promise<Service> => {
    const config = decodeConfig({
      PORT: '0',
      PROCESSOR: 'memory',
      DATABASE_URL: `file:${path}`,
      ...env,
    });
    const log = { write: (line: string) => void lines.push(line) };
    const service = await startService(right(config), createLogger('info', log), undefined, own);
    running.push(service);
    return service;
  };

  const prepared = async () => {
    const path = await file();
    const database = await open(path);
    await valueOf(migrateSchema(database, silentLogger));
    return { path, store: createSqlIdempotencyStore(database) };
  };

  it('A15: does not start while a request of theirs is in doubt, unless they are named', async () => {
    const { path, store } = await prepared();
    await claim(store, 'client:shop', 'one');
    const API_KEYS = ['web', 'a-key-of-the-tests'].join(':');
    const refused = await start(path, { API_KEYS }).catch((error: unknown) => String(error));
    expect(refused).to.match(
      /^SetUpProblem: clients that may not call any more have .* shop \(1\)/,
    );
    expect(refused).to.include('write API_KEYS=<name>=shop:<key> ').and.not.include('a-key');
    await start(path, { API_KEYS, RETIRED_CLIENTS: 'shop' });
    await start(path, { API_KEYS: API_KEYS.replace('web', 'web=shop') });
  });

  it('A15: starts with a warning when they have no request in doubt', async () => {
    const { path, store } = await prepared();
    await answer(store, 'client:shop', 'one');
    await start(path, {});
    expect(lines.join(''))
      .to.include('"level":"warn"')
      .and.include('may not call any more: shop. ');
  });

  it('A15: goes on when a changed file lacks them, because a key may have to go at once, and logs an error', async () => {
    const { path, store } = await prepared();
    await claim(store, 'client:shop', 'one');
    await answer(store, 'client:till', 'one');
    const clients = join(dirname(path), 'clients.json');
    // Moved when complete: the service, which watches the file, would report one that it reads half written.
    const write = async (...names: ReadonlyArray<string>) => {
      const list = names.map((name) => ({ name, keys: [`a-key-of-${name}-for-tests`] }));
      await writeFile(`${clients}.new`, JSON.stringify({ clients: list }), { mode: 0o600 });
      await rename(`${clients}.new`, clients);
    };
    await write('shop', 'till');
    const service = await start(path, { API_KEYS_FILE: clients });
    await write('shop');
    await service.reload();
    await eventually(async () =>
      expect(lines.join('')).to.include('may not call any more: till. '),
    );
    await write('till');
    await service.reload();
    const errors = () => lines.filter((line) => line.includes('"level":"error"'));
    await eventually(async () => expect(errors()).to.have.lengthOf(1));
    expect(errors()[0]).to.include('\\"former_names\\": [\\"shop\\"]');
  });

  it('A15: does not start when the store cannot be read, and goes on when that happens later', async () => {
    const { path } = await prepared();
    const clients = join(dirname(path), 'clients.json');
    const text = JSON.stringify({ clients: [{ name: 'web', keys: ['a-key-of-the-tests'] }] });
    await writeFile(clients, text, { mode: 0o600 });
    let isBroken = true;
    const own: typeof ownStores = async (_config, _logger, stores) => ({
      stores: {
        ...stores,
        idempotencyStore: {
          ...stores.idempotencyStore,
          scopes: () =>
            isBroken
              ? TE.left({ _tag: 'StoreUnavailable', cause: new Error('it is gone') })
              : TE.right([]),
        },
      },
      foundOther: new Promise(() => undefined),
      close: async () => undefined,
    });
    const env = { API_KEYS_FILE: clients };
    const refused = await start(path, env, own).catch((error: unknown) => String(error));
    expect(refused).to.match(/^StoreProblem: .*it is gone/);
    isBroken = false;
    const service = await start(path, env, own);
    isBroken = true;
    await service.reload();
    expect(lines.join('')).to.include('could not look for clients that are gone');
  });
});
