import { expect } from 'chai';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import { requests } from '../../../../../src/adapters/inbound/http/client/requests.js';
import type { Route } from '../../../../../src/adapters/inbound/http/route.js';

const routes: ReadonlyArray<Route> = Object.values(api);
const called = routes.filter(({ access }) => access !== 'signature');

// A parameter of the path comes before a field of the body with the same meaning. Amounts have a rule of their own.
const otherNames = ({ params, query, body }: Route): object =>
  Object.fromEntries(
    Object.entries({ ...body, ...query, ...params })
      .filter(([wire, field]) => wire !== field && !wire.startsWith('amount'))
      .map(([wire, field]) => [field, wire]),
  );

describe('the requests of the client', () => {
  it('are those of the route table', () => {
    const entries = called.map((route) => {
      const { operation, method, path, query } = route;
      return [operation, [`${method} ${path}${query === undefined ? '' : '?'}`, otherNames(route)]];
    });
    expect(requests).to.deep.equal(Object.fromEntries(entries));
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
