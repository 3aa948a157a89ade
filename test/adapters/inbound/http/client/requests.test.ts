import { expect } from 'chai';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import { requests } from '../../../../../src/adapters/inbound/http/client/requests.js';
import type { Route } from '../../../../../src/adapters/inbound/http/route.js';

const routes: ReadonlyArray<Route> = Object.values(api);
const called = routes.filter(({ access }) => access !== 'signature');

describe('the requests of the client', () => {
  it('are those of the route table', () => {
    const signatures = called.map(({ operation, method, path, query }) => [
      operation,
      `${method} ${path}${query === undefined ? '' : '?'}`,
    ]);
    expect(requests).to.deep.equal(Object.fromEntries(signatures));
  });

  it('show by their method whether they take an idempotency key', () => {
    for (const { operation, method, takesKey } of called) {
      expect(takesKey, operation).to.equal(method !== 'GET');
    }
  });

  it('show by method and query whether they are answered with pages', () => {
    for (const { operation, method, query } of called) {
      const isPaged = query !== undefined && 'starting_after' in query;
      expect(isPaged, operation).to.equal(method === 'GET' && query !== undefined);
    }
  });

  it('have their fields either in the query or in the body', () => {
    for (const { operation, query, body } of called) {
      expect(query !== undefined && body !== undefined, operation).to.equal(false);
    }
  });
});
