import { chmod, copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import { openSqliteStores } from '../../../../src/adapters/outbound/sqlite/open-stores.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../src/domain/branded.js';
import { createPayments } from '../../../../src/infrastructure/create-payments.js';
import { rejectionOf } from '../../../support/errors/rejection-of.js';
import { withoutPrivileges } from '../../../support/programs/without-privileges.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const event = {
  id: 'evt_1',
  object: 'event' as const,
  type: 'customer.created',
  created: 1700000000,
  livemode: false,
  data: { object: { id: 'cus_1' } },
};
const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

describe('openSqliteStores', () => {
  const { file, open } = useSqlite();

  it('stores events and keys for the next process that opens the file', async () => {
    const path = await file();
    const processor = createMemoryProcessor();
    const session = async () => {
      const stores = await openSqliteStores({ path });
      const payments = createPayments({ processor, stores, idempotencySecret: 'as before' });
      return { payments, close: stores.close };
    };

    const one = await session();
    await one.payments.keepEvent(event);
    const first = await one.payments.withIdempotencyKey('order-42').createCustomer(ada);
    await one.close();

    const other = await session();
    const again = await other.payments.withIdempotencyKey('order-42').createCustomer(ada);
    const { event: kept } = await other.payments.getEvent({ event: 'evt_1' });
    await other.close();
    expect(again).to.deep.equal(first);
    expect(kept).to.deep.equal(event);
    expect((await other.payments.listCustomers({})).data).to.have.length(1);
  });

  it('leaves everything in the file alone when they are closed', async () => {
    const path = await file();
    const { eventStore, idempotencyStore, close } = await openSqliteStores({ path });
    await valueOf(eventStore.store(event, 7));
    await valueOf(
      idempotencyStore.claim({
        scopes: ['shop'],
        key: 'order-42',
        fingerprints: [{ secret: 's', value: 'v' }],
        firstSent: { operation: 'createCustomer', derivedKey: 'd', settings: '{}' },
        owner: 'a',
        now: 7,
        leaseUntil: 37,
        forgetAnsweredBefore: 0,
      }),
    );
    expect(await valueOf(idempotencyStore.keepSecret('made'))).to.equal('made');
    await close();

    const copy = join(dirname(path), 'copy.db');
    await copyFile(path, copy);
    const restored = await openSqliteStores({ path: copy });
    expect(await valueOf(restored.eventStore.find(eventId('evt_1')))).to.have.nested.property(
      'value.event.id',
      'evt_1',
    );
    const doubts = await valueOf(restored.idempotencyStore.unsettled({ limit: 10 }));
    expect(doubts.map(({ key }) => key)).to.deep.equal(['order-42']);
    expect(await valueOf(restored.idempotencyStore.keepSecret('another'))).to.equal('made');
    await restored.close();
  });

  it('names the file that cannot be opened', async () => {
    const folder = dirname(await file());
    expect(await rejectionOf(openSqliteStores({ path: folder }))).to.include(
      `StoreProblem: the store file:${folder} cannot be opened: `,
    );
  });

  it('refuses a file of a newer version', async () => {
    const path = await file();
    const { close } = await openSqliteStores({ path });
    await close();
    const database = await open(path);
    await valueOf(
      database.query("INSERT INTO pasarela_schema VALUES (1000, 'of the future', 999)"),
    );
    expect(await rejectionOf(openSqliteStores({ path }))).to.match(
      /^StoreProblem: the store file:.+ belongs to a newer version of Pasarela: its schema has version 1000/u,
    );
  });

  it('refuses a read-only file', async () => {
    const path = await file();
    const { close } = await openSqliteStores({ path });
    await close();
    await chmod(dirname(path), 0o777);
    for (const name of await readdir(dirname(path))) await chmod(join(dirname(path), name), 0o444);
    const refused = await withoutPrivileges(() => rejectionOf(openSqliteStores({ path })));
    expect(refused).to.match(
      /^StoreProblem: the store file:.+ cannot be opened: attempt to write a readonly database$/u,
    );
  });

  for (const path of ['', 'file:data/shop.db', 'postgres://shop@db/shop', JSON.parse('null')]) {
    it(`refuses the path ${JSON.stringify(path)}`, async () => {
      expect(await rejectionOf(openSqliteStores({ path }))).to.match(
        /^TypeError: openSqliteStores: path must be the path of a file/u,
      );
    });
  }
});
