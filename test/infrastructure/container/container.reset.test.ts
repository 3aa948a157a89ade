import { expect } from 'chai';
import { useService } from '../../support/service/use-service.js';

describe('the event store of a service after a reset of the in-memory processor', () => {
  const service = useService();
  const create = (email: string) =>
    service.call('POST', '/api/customers', { body: { email, name: 'Ana', phone: '600000000' } });

  it('stores new events that reuse ids, and no longer has the earlier events', async () => {
    await create('before@example.com');
    await create('before@example.com');
    await service.call('POST', '/_processor/reset');
    await create('after@example.com');
    const { text } = await service.call('GET', '/api/events');
    expect(text).to.include('after@example.com');
    expect(text).not.to.include('before@example.com');
  });
});
