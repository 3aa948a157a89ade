import { Router } from '@koa/router';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { api } from '../../../../../src/adapters/inbound/http/api.js';
import {
  createMatcher,
  type Endpoint,
} from '../../../../../src/adapters/inbound/http/core/matcher.js';
import { engineOperations } from '../../../../../src/simulator/engine/operations.js';
import { seed } from '../../../../support/inputs/seed.js';

type Place = Pick<Endpoint, 'method' | 'path'>;

const routes: ReadonlyArray<Place> = Object.values(api).flatMap(({ method, paths }) =>
  paths.map((path) => ({ method, path })),
);

const operations: ReadonlyArray<Place> = Object.values(engineOperations);

/** The first endpoint that a router of Koa finds, and its parameters. */
const koaMatcher = (places: ReadonlyArray<Place>, exact: boolean) => {
  const router = new Router({ strict: exact, sensitive: exact });
  for (const { method, path } of places) router.register(path, [method], () => undefined);
  return (method: string, path: string) => {
    const [layer] = router.match(path, method).pathAndMethod;
    return layer === undefined
      ? undefined
      : { path: String(layer.path), params: { ...layer.params(path, layer.captures(path)) } };
  };
};

const oddSegments = [
  '',
  'cus_1',
  '%41',
  '%E0%A4%A',
  '%2F',
  'a.b',
  ':id',
  '*',
  'Create',
  '__proto__',
];

const pathLike = (places: ReadonlyArray<Place>): fc.Arbitrary<string> => {
  const segments = [...new Set(places.flatMap(({ path }) => path.split('/'))), ...oddSegments];
  const similar = fc
    .tuple(fc.constantFrom(...places), fc.array(fc.constantFrom(...segments), { maxLength: 4 }))
    .map(([{ path }, odd]) => {
      const rest = [...odd];
      return path.replaceAll(/:[a-z_]+/g, () => rest.pop() ?? 'x');
    });
  return fc
    .tuple(
      fc.oneof(
        similar,
        fc.array(fc.constantFrom(...segments), { maxLength: 6 }).map((all) => `/${all.join('/')}`),
      ),
      fc.constantFrom('', '', '', '/', '//'),
      fc.boolean(),
    )
    .map(([path, end, loud]) => `${loud ? path.toUpperCase() : path}${end}`);
};

describe('createMatcher', () => {
  for (const [table, places, exact] of [
    ["the service's routes", routes, false],
    ["the local server's operations", operations, true],
  ] as const) {
    it(`finds the same endpoint and parameters as a router of Koa for ${table}`, () => {
      const match = createMatcher(places, { exact });
      const expected = koaMatcher(places, exact);
      fc.assert(
        fc.property(
          fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'),
          pathLike(places),
          (method, path) => {
            const found = match(method, path);
            const shown = found && { path: found.endpoint.path, params: { ...found.params } };
            expect(shown, `${method} ${path}`).to.deep.equal(expected(method, path));
          },
        ),
        { seed, numRuns: 2_000 },
      );
    });
  }

  it('prefers the endpoint that comes first, whichever is more specific', () => {
    const paths = ['/a/:x/c', '/a/b/:y', '/a/b/c', '/*', '/z'];
    const match = createMatcher(paths.map((path) => ({ method: 'GET', path })));
    const found = (path: string) => match('GET', path)?.endpoint.path;
    expect(['/a/b/c', '/a/b/d', '/z', '/', '/a/b'].map(found)).to.deep.equal([
      '/a/:x/c',
      '/a/b/:y',
      '/*',
      '/*',
      '/*',
    ]);
  });

  it('lets an endpoint take every method, and everything below its path', () => {
    const match = createMatcher([
      { method: 'GET', path: '/api/known' },
      { method: '*', path: '/api/*' },
      { method: 'GET', path: '/api/known' },
    ]);
    const found = (method: string, path: string) => match(method, path)?.endpoint.path;
    expect(found('HEAD', '/api/known')).to.equal('/api/known');
    expect(found('POST', '/api/known')).to.equal('/api/*');
    expect(found('GET', '/api')).to.equal('/api/*');
    expect(found('GET', '/api/one/two')).to.equal('/api/*');
    expect(found('GET', '/apis')).to.equal(undefined);
  });

  it('keeps a malformed escape as it was sent', () => {
    const match = createMatcher([{ method: 'GET', path: '/a/:id' }]);
    expect(match('GET', '/a/%C3%B1')?.params).to.deep.equal({ id: 'ñ' });
    expect(match('GET', '/a/%C3')?.params).to.deep.equal({ id: '%C3' });
  });
});
