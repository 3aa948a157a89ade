import { expect } from 'chai';
import { useService } from '../support/service/use-service.js';

describe('interface: idempotency keys in a misspelt header', () => {
  const { call, logged } = useService();
  const body = { email: 'ana@example.com', name: 'Ana', phone: '1' };
  const warnings = () =>
    logged()
      .split('\n')
      .filter((line) => line.includes('Idempotency-Key'));

  it('I1: the key is not read, and one warning is logged, without the key', async () => {
    const headers = { 'X-Idempotency-Key': 'order-4711' };
    const ids = new Set<string>();
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await call('POST', '/api/customers', { body, headers });
      expect(answer.status).to.equal(201);
      expect(answer.headers.get('idempotent-replayed')).to.equal(null);
      ids.add(answer.text);
    }
    expect(ids.size).to.equal(2);
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.include('"level":"warn"').and.include('"fields":"x-idempotency-key"');
    expect(logged()).not.to.include('order-4711');
  });

  it('I1: no warning for a request that also has Idempotency-Key, or that changes nothing', async () => {
    const before = warnings().length;
    await call('GET', '/api/customers', { headers: { 'Idempotency-Keys': 'a' } });
    const headers = { 'Idempotency-Key': 'a', 'Idempotency-Keys': 'a' };
    await call('POST', '/api/customers', { body, headers });
    expect(warnings()).to.have.length(before);
  });
});
