import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';
import { openSqliteStores } from 'pasarela/sqlite';

const processor = createMemoryProcessor();
const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.created',
  created: 1700000000,
  livemode: false,
  data: { object: { id: 'cus_1' } },
};

const inSession = async (work) => {
  const stores = await openSqliteStores({ path: 'data/shop.db' });
  const result = await work(
    createPayments({ processor, stores, idempotencySecret: 'of this shop' }),
  );
  await stores.close();
  return result;
};

const add = (payments) => payments.withIdempotencyKey('order-42').createCustomer(ada);
const first = await inSession(async (payments) => {
  await payments.keepEvent(event);
  return add(payments);
});
const again = await inSession(add);
const { event: kept } = await inSession((payments) => payments.getEvent({ event: 'evt_1' }));
console.log(`order-42 done ${first.id === again.id ? 'once' : 'twice'}, ${kept.id} kept`);
