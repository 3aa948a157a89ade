import { expect } from 'chai';
import { type Api, api } from '../../../../src/adapters/inbound/http/api.js';
import { methodOn, type Route } from '../../../../src/adapters/inbound/http/route.js';
import { operations } from '../../../../src/application/use-cases.js';
import { keysOf } from '../../../support/json/keys-of.js';

const routes = keysOf(api).map((name) => ({ name, route: api[name] }));

const endpoints = routes.flatMap(({ route }) =>
  route.paths.map((path) => ({ route, path, endpoint: `${methodOn(route, path)} ${path}` })),
);

const parametersOf = (path: string): ReadonlyArray<string> =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const fits = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

const fieldsOf = ({ input }: Route): ReadonlyArray<string> => [
  ...Object.keys(input.required),
  ...Object.keys(input.optional),
];

const reachableOf = ({
  params,
  query,
  body,
  headers,
  allHeaders,
  rawBody,
}: Route): ReadonlyArray<string> => [
  ...Object.values({ ...params, ...query }),
  ...Object.values({ ...body }),
  ...Object.values({ ...headers }),
  ...(allHeaders === undefined ? [] : [allHeaders]),
  ...(rawBody === undefined ? [] : [rawBody]),
];

describe('the route table', () => {
  it('has a route for every operation', () => {
    const names: ReadonlyArray<keyof Api> = keysOf(operations);
    for (const name of names) expect(api[name].operation).to.equal(name);
    expect(keysOf(api)).to.have.members(names);
  });

  it('has every endpoint once', () => {
    const all = endpoints.map(({ endpoint }) => endpoint);
    expect(all).to.deep.equal([...new Set(all)]);
  });

  // The first matching path is used: /customers/delete would be a customer with that id.
  for (const [index, { path, route, endpoint }] of endpoints.entries()) {
    it(`maps ${endpoint} to ${route.operation}`, () => {
      const example = path.replaceAll(/:\w+/g, 'x_1');
      const first = endpoints
        .slice(0, index + 1)
        .find(
          (other) =>
            methodOn(other.route, other.path) === methodOn(route, path) &&
            fits(other.path, example),
        );
      expect(first?.path).to.equal(path);
    });
  }

  for (const { name, route } of routes) {
    it(`has every input field of ${name} on the wire`, () => {
      expect(new Set(reachableOf(route))).to.deep.equal(new Set(fieldsOf(route)));
    });

    it(`names the path parameters of ${name}`, () => {
      const inPaths = new Set(route.paths.flatMap(parametersOf));
      expect(new Set(Object.keys(route.params ?? {}))).to.deep.equal(inPaths);
    });
  }

  it('requires an API key everywhere but for webhooks, which are signed', () => {
    const open = routes.filter(({ route }) => route.access === 'signature').map(({ name }) => name);
    expect(open).to.deep.equal(['receiveWebhook']);
  });

  it('has no secrets or card data in URLs, which end up in logs', () => {
    for (const { route } of routes) {
      const visible = Object.values({ ...route.params, ...route.query });
      const hidden = ['number', 'cvc', 'payload', 'signature'];
      expect(visible.filter((name) => hidden.includes(name))).to.deep.equal([]);
    }
  });
});
