import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  clientAddress,
  parseTrustedProxies,
} from '../../../../src/adapters/inbound/http/access/client-address.js';
import { api } from '../../../../src/adapters/inbound/http/api.js';
import { inputReader, labelOf } from '../../../../src/adapters/inbound/http/read-input.js';
import type { Route } from '../../../../src/adapters/inbound/http/route.js';
import type { RouteRequest } from '../../../../src/adapters/inbound/http/route-request.js';
import { arbitraryJson } from '../../../support/inputs/arbitraries.js';
import { seed } from '../../../support/inputs/seed.js';
import { usualFieldsCheck } from '../../../support/inputs/usual-fields-check.js';
import { keysOf } from '../../../support/json/keys-of.js';

const unread = (what: string) => (): never => {
  throw new Error(`the ${what} must not be read here`);
};

const request = (parts: Partial<RouteRequest>): RouteRequest => ({
  params: {},
  query: {},
  headers: {},
  begin: () => true,
  json: unread('JSON body'),
  raw: unread('raw body'),
  ...parts,
});

const body = (json: unknown): Partial<RouteRequest> => ({ json: TE.right({ value: json }) });

const read = (route: Route, parts: Partial<RouteRequest>) =>
  inputReader(route)(request(parts), usualFieldsCheck);

const fieldsOf = (input: unknown): ReadonlyArray<string> =>
  typeof input === 'object' && input !== null ? Object.keys(input) : [];

const customer = (id: string) => E.right({ customer: id });

describe('readInput', () => {
  it('uses the id of the path rather than the one of the body', async () => {
    const parts = { params: { id: 'cus_path' }, ...body({ userId: 'cus_body' }) };
    expect(await read(api.deleteCustomer, parts)).to.deep.equal(customer('cus_path'));
  });

  it('refuses another id in the body than in the path where money moves', async () => {
    const params = { id: 'pi_path' };
    expect(
      await read(api.updatePayment, { params, ...body({ paymentId: 'pi_body' }) }),
    ).to.deep.equal(
      E.left({ _tag: 'InvalidInput', field: 'paymentId', refusal: { _tag: 'OtherInPath' } }),
    );
    for (const paymentId of ['pi_path', undefined, null]) {
      expect(await read(api.updatePayment, { params, ...body({ paymentId }) })).to.deep.equal(
        E.right({ payment_intent: 'pi_path' }),
      );
    }
  });

  it('uses the id of the body where the path has none', async () => {
    expect(await read(api.deleteCustomer, body({ userId: 'cus_body' }))).to.deep.equal(
      customer('cus_body'),
    );
  });

  it('uses path before query before headers before body', async () => {
    const everywhere: Route = {
      ...api.getCustomer,
      params: { p: 'customer' },
      query: { q: 'customer' },
      headers: { h: 'customer' },
      body: { b: 'customer' },
    };
    const parts = {
      params: { p: 'cus_path' },
      query: { q: 'cus_query' },
      headers: { h: 'cus_header' },
      ...body({ b: 'cus_body' }),
    };
    const withoutPath = { ...parts, params: {} };
    const withoutQuery = { ...withoutPath, query: {} };
    expect(await read(everywhere, parts)).to.deep.equal(customer('cus_path'));
    expect(await read(everywhere, withoutPath)).to.deep.equal(customer('cus_query'));
    expect(await read(everywhere, withoutQuery)).to.deep.equal(customer('cus_header'));
    expect(await read(everywhere, { ...withoutQuery, headers: {} })).to.deep.equal(
      customer('cus_body'),
    );
  });

  it('reads the fields of the body only by their names in the interface', async () => {
    const missing = E.left({
      _tag: 'MissingInput',
      required: ['id del usuario'],
      fields: ['userId'],
    });
    expect(await read(api.deleteCustomer, body({ customer: 'cus_1' }))).to.deep.equal(missing);
    expect(await read(api.deleteCustomer, body({ id: 'cus_1' }))).to.deep.equal(missing);
  });

  it('takes the mandate from the request when it is true, by the rules of trusted proxies', async () => {
    const parts = request({
      headers: { 'user-agent': 'Firefox', 'x-forwarded-for': '203.0.113.7' },
      remoteAddress: '10.0.0.1',
      ...body({ paymentId: 'pi_1', mandate: true }),
    });
    const behind = (proxies: ReadonlyArray<string>) => {
      const trusted = parseTrustedProxies(proxies);
      if (E.isLeft(trusted)) throw new Error(trusted.left);
      return inputReader(api.confirmPayment, {}, clientAddress(trusted.right));
    };
    for (const [reader, ip_address] of [
      [inputReader(api.confirmPayment), '10.0.0.1'],
      [behind([]), '10.0.0.1'],
      [behind(['10.0.0.0/8']), '203.0.113.7'],
    ] as const) {
      expect(await reader(parts, usualFieldsCheck)).to.deep.equal(
        E.right({ payment_intent: 'pi_1', mandate: { ip_address, user_agent: 'Firefox' } }),
      );
    }
    const given = { ip_address: '198.51.100.1', user_agent: 'Chrome' };
    expect(
      await read(api.confirmPayment, body({ paymentId: 'pi_1', mandate: given })),
    ).to.deep.equal(E.right({ payment_intent: 'pi_1', mandate: given }));
  });

  it('treats an absent body as an empty one', async () => {
    expect(await read(api.updateCustomer, body(undefined))).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['userId'], fields: ['userId'] }),
    );
  });

  for (const json of [null, [], [{ userId: 'cus_1' }], 'text', 42, true]) {
    it(`refuses a body that is ${JSON.stringify(json)} (decision E11)`, async () => {
      expect(await read(api.deleteCustomer, body(json))).to.deep.equal(
        E.left({ _tag: 'InvalidJson' }),
      );
    });
  }

  it('passes on an error of the body', async () => {
    expect(
      await read(api.deleteCustomer, {
        params: { id: 'cus_1' },
        json: TE.left({ _tag: 'UnsupportedMediaType' }),
      }),
    ).to.deep.equal(E.left({ _tag: 'UnsupportedMediaType' }));
  });

  it('does not read the body of a route that has none', async () => {
    expect(await read(api.getCustomer, { params: { id: 'cus_1' } })).to.deep.equal(
      customer('cus_1'),
    );
  });

  it('treats an empty query parameter as absent', async () => {
    const query = { limit: '', starting_after: '', email: '' };
    expect(await read(api.listCustomers, { query })).to.deep.equal(E.right({}));
  });

  it('ignores a repeated limit, and refuses a repeated cursor', async () => {
    expect(await read(api.listCustomers, { query: { limit: ['5', '6'] } })).to.deep.equal(
      E.right({ limit: 10 }),
    );
    expect(
      await read(api.listCustomers, { query: { starting_after: ['cus_1', 'cus_2'] } }),
    ).to.deep.equal(
      E.left({
        _tag: 'InvalidInput',
        field: 'starting_after',
        refusal: { _tag: 'NotA', expected: 'text' },
      }),
    );
  });

  it('uses the first signature header that is present, and the body as it was sent (decision W1)', async () => {
    const raw = TE.right('{"id": 1}');
    const ours = { 'processor-signature': 'ours' };
    const theirs = { 'stripe-signature': 'theirs' };
    expect(await read(api.receiveWebhook, { raw, headers: { ...theirs, ...ours } })).to.deep.equal(
      E.right({ payload: '{"id": 1}', signature: 'ours', headers: { ...theirs, ...ours } }),
    );
    expect(await read(api.receiveWebhook, { raw, headers: theirs })).to.deep.equal(
      E.right({ payload: '{"id": 1}', signature: 'theirs', headers: theirs }),
    );
    expect(await read(api.receiveWebhook, { raw })).to.deep.equal(
      E.right({ payload: '{"id": 1}', headers: {} }),
    );
  });

  it('ignores __proto__ in a body', async () => {
    const json: unknown = JSON.parse('{"__proto__": {"userId": "cus_1"}, "userId": "cus_2"}');
    const inherited: unknown = JSON.parse('{"__proto__": {"userId": "cus_1"}}');
    expect(await read(api.deleteCustomer, body(json))).to.deep.equal(customer('cus_2'));
    expect(await read(api.deleteCustomer, body(inherited))).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['id del usuario'], fields: ['userId'] }),
    );
    expect({}).not.to.have.property('userId');
  });

  it('ignores properties that objects inherit', async () => {
    const route: Route = { ...api.getCustomer, body: { toString: 'customer' }, params: {} };
    expect(await read(route, body({}))).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['toString'], fields: ['toString'] }),
    );
  });

  it('decodes any body on every route without an error, and never returns an unknown field', async () => {
    const routes = keysOf(api).map((name) => api[name]);
    const anything = fc.record({
      route: fc.constantFrom(...routes),
      json: arbitraryJson(),
      query: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))),
      id: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(anything, async ({ route, json, query, id }) => {
        const parts = { params: { id }, query, json: TE.right({ value: json }), raw: TE.right('') };
        const outcome = await read(route, parts);
        if (E.isRight(outcome)) {
          const known = [
            ...Object.keys(route.input.required),
            ...Object.keys(route.input.optional),
          ];
          expect(known).to.include.members(fieldsOf(outcome.right));
        }
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

describe('labelOf', () => {
  const labels: ReadonlyArray<readonly [Route, string, string]> = [
    [api.updateCustomer, 'customer', 'userId'],
    [api.deleteCustomer, 'customer', 'id del usuario'],
    [api.getCustomer, 'customer', 'id'],
    [api.listCards, 'customer', 'id'],
    [api.listPayments, 'customer', 'userId'],
    [api.createPaymentIntent, 'customer', 'customer_id'],
    [api.confirmPayment, 'payment_intent', 'paymentId'],
    [api.capturePayment, 'cents', 'amount'],
    [api.capturePayment, 'amount', 'amount_decimal'],
    [api.cancelPayment, 'cancellation_reason', 'reason'],
    [api.refundCharge, 'charge', 'chargeId'],
    [api.removeCard, 'card', 'cardId'],
    [api.refundCharge, 'cents', 'amount'],
    [api.refundCharge, 'amount_minor', 'amount_minor'],
    [api.getCustomer, 'unheard-of', 'unheard-of'],
  ];
  for (const [route, field, label] of labels) {
    it(`names ${field} of ${route.operation} ${label}`, () => {
      expect(labelOf(route)(field)).to.equal(label);
    });
  }

  // The texts of the interface, in its order of names.
  const required: ReadonlyArray<readonly [Route, ReadonlyArray<string>]> = [
    [api.createCustomer, ['email', 'name', 'phone']],
    [api.tokenizeCard, ['number', 'exp_month', 'exp_year', 'cvc']],
    [api.assignCard, ['userId', 'source']],
    [api.createPaymentIntent, ['customer_id', 'amount', 'payment_method']],
  ];
  for (const [route, names] of required) {
    it(`names the required fields of ${route.operation} in the interface's order`, async () => {
      expect(await read(route, body({}))).to.deep.equal(
        E.left({ _tag: 'MissingInput', required: names, fields: names }),
      );
    });
  }
});
