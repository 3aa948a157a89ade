import { expect } from 'chai';
import { api } from '../../src/adapters/inbound/http/api.js';
import type { Route } from '../../src/adapters/inbound/http/route.js';
import { startFakeServer } from '../../src/fake-server.js';
import { callAt } from '../support/http/call.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { useService } from '../support/service/use-service.js';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

// As deep as the 100 kB of a body allow.
const deepest = [lists(50_000), objects(16_000)];
const deep = [...deepest, lists(8000), objects(8000)];

const pathOf = ({ paths }: Pick<Route, 'paths'>): string =>
  String(paths[0]).replace(':id', 'evt_1');

describe('interface: bodies that are nested deeply', () => {
  const webhookSecret = ['whsec', 'of', 'deep', 'bodies'].join('_');
  const { call } = useService({ env: { WEBHOOK_SECRET: webhookSecret } });
  const routes: ReadonlyArray<Route> = Object.values(api);
  const changing = routes.filter(
    ({ method, access }) => method !== 'GET' && access !== 'signature',
  );

  for (const route of changing) {
    it(`${route.method} ${pathOf(route)} refuses or ignores them`, async () => {
      const fields = [...Object.keys(route.body ?? {}), 'unknown'];
      const bodies = [
        ...deepest,
        ...fields.flatMap((field) => [
          `{"${field}":${lists(30_000)}}`,
          `{"${field}":${objects(4000)}}`,
        ]),
      ];
      for (const [place, raw] of bodies.entries()) {
        // The others are decoded without a key.
        const headers = place % 2 === 0 ? {} : { 'idempotency-key': `${route.operation} ${place}` };
        const { status, text } = await call(route.method, pathOf(route), { raw, headers });
        expect(status, `${raw.slice(0, 40)} ${text.slice(0, 200)}`).to.be.below(500);
      }
    });
  }

  it('a list is 400 invalid_json', async () => {
    const answer = await call('POST', '/api/payments', { raw: lists(50_000) });
    expect([answer.status, at(answer.body, 'code')]).to.deep.equal([400, 'invalid_json']);
  });

  it('a webhook is refused or kept', async () => {
    for (const value of deep) {
      const raw = `{"id":"evt_1","object":"event","type":"charge.succeeded","created":1,"livemode":false,"data":{"object":${value}}}`;
      const headers = {
        'stripe-signature': signatureOf(raw, webhookSecret, Math.floor(Date.now() / 1000)),
      };
      expect((await call('POST', '/api/webhooks', { raw, headers })).status).to.be.below(500);
    }
  });

  it('the controls refuse or ignore them', async () => {
    for (const name of ['settle', 'fail-next', 'clock', 'reset', 'console/act/refund']) {
      for (const value of deep) {
        for (const raw of [value, `{"id":${value}}`, `{"id":"pi_1","with":${value}}`]) {
          const answer = await call('POST', `/_processor/${name}`, { raw: raw.slice(0, 102_400) });
          expect(answer.status, `${name} ${raw.slice(0, 40)}`).to.be.below(500);
        }
      }
    }
  });

  // They have fewer characters than are kept.
  for (const value of [lists(8000), objects(2700)]) {
    it(`the console shows ${value.slice(0, 5)}... cut`, async () => {
      await call('POST', '/api/customers', { raw: `{"email":${value}}` });
      const requests = await call('GET', '/_processor/console/state?list=requests');
      const id = String(at(requests.body, 'list.data.0.id'));
      const { status, text } = await call('GET', `/_processor/console/object?id=${id}`);
      expect(status).to.equal(200);
      expect(text).to.include('[nested too deeply]');
    });
  }
});

describe('the local server and bodies that are nested deeply', () => {
  it('answers none with 500, and shows them in its console', async () => {
    const server = await startFakeServer({ seed: 'deep' });
    try {
      const call = callAt(server.url);
      const authorization = `Bearer ${server.apiKey}`;
      const brackets = '[a]'.repeat(20_000);
      for (const raw of [`metadata${brackets}=1`, `a${brackets}=1`, ...deep]) {
        for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
          const headers = {
            authorization,
            'content-type': type,
            'idempotency-key': raw.slice(0, 9),
          };
          for (const path of ['/v1/customers', '/v1/payment_intents', '/_processor/resend']) {
            const { status } = await call('POST', path, { raw, headers });
            expect(status, `${path} ${raw.slice(0, 30)}`).to.be.below(500);
          }
        }
      }
      for (const value of [lists(8000), objects(2700)]) {
        await call('POST', '/_processor/settle', { raw: value, headers: { authorization } });
      }
      const shown = await call('GET', '/_processor/console/state?list=requests');
      const list = at(shown.body, 'list.data');
      if (!Array.isArray(list)) throw new Error('no list');
      for (const request of list) {
        const id = String(at(request, 'id'));
        expect((await call('GET', `/_processor/console/object?id=${id}`)).status).to.equal(200);
      }
    } finally {
      await server.close();
    }
  });
});
