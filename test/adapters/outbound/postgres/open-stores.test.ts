import { expect } from 'chai';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import { openPostgresStores } from '../../../../src/adapters/outbound/postgres/open-stores.js';
import { createPayments } from '../../../../src/infrastructure/create-payments.js';
import { rejectionOf } from '../../../support/errors/rejection-of.js';
import { freePort } from '../../../support/stores/postgres/start-postgres.js';
import { usePostgres } from '../../../support/stores/postgres/use-postgres.js';

const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

describe('openPostgresStores', () => {
  const url = usePostgres();

  it('opens an empty database for several simultaneous instances, which share their keys', async () => {
    const processor = createMemoryProcessor();
    const instances = await Promise.all(
      ['one', 'other'].map(async () => {
        const stores = await openPostgresStores({ url: url() });
        const payments = createPayments({ processor, stores, idempotencySecret: 'shared' });
        return { payments, close: stores.close };
      }),
    );
    const ids = new Set<string>();
    for (const { payments } of instances) {
      const { id } = await payments.withIdempotencyKey('order-42').createCustomer(ada);
      ids.add(id);
    }
    const [first] = instances;
    const customers = await first?.payments.listCustomers({});
    for (const { close } of instances) await close();
    expect(customers?.data).to.have.length(1);
    expect(ids.size).to.equal(1);
  });

  it('names the database that it cannot reach, without its password', async () => {
    const port = await freePort();
    const away = `postgres://shop:hidden@127.0.0.1:${port}/shop`;
    const said = await rejectionOf(openPostgresStores({ url: away }));
    expect(said).to.include(`the store postgres://127.0.0.1:${port}/shop cannot be opened: `);
    expect(said).not.to.include('hidden');
  });

  it("keeps the driver's error as the cause", async () => {
    const away = `postgres://shop@127.0.0.1:${await freePort()}/shop`;
    const problem: unknown = await openPostgresStores({ url: away }).catch(
      (error: unknown) => error,
    );
    expect(problem).to.have.nested.property('cause.code', 'ECONNREFUSED');
  });

  for (const poolSize of [0, 1.5, Number.NaN]) {
    it(`refuses the poolSize ${poolSize}`, async () => {
      const said = await rejectionOf(openPostgresStores({ url: url(), poolSize }));
      expect(said).to.match(/^TypeError: openPostgresStores: poolSize must be /u);
    });
  }

  it('says that several hosts are not tried in turn, without the password', async () => {
    const several = 'postgres://shop:hidden@one.example:5432,two.example:5432/shop';
    const refused = await openPostgresStores({ url: several }).catch(String);
    expect(refused).to.include('url has several hosts, which are not tried in turn');
    expect(refused).not.to.include('hidden');
  });

  for (const wrong of ['', 'file:shop.db', 'postgres://shop:hidden@:5432:1/', JSON.parse('null')]) {
    it(`refuses the url ${JSON.stringify(wrong)}`, async () => {
      const said = await rejectionOf(openPostgresStores({ url: wrong }));
      expect(said).to.match(/^TypeError: openPostgresStores: url must be postgres:/u);
      expect(said).not.to.include('hidden');
    });
  }
});

describe('openPostgresStores on a database of another encoding', () => {
  const url = usePostgres("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");

  it('refuses it before an event arrives that it cannot store', async () => {
    expect(await rejectionOf(openPostgresStores({ url: url() }))).to.match(
      /^StoreProblem: the store .+ cannot be opened: .+ no equivalent in encoding "LATIN1"$/u,
    );
  });
});
