import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { fencedBlocks } from '../support/documents/fenced-blocks.js';
import {
  canWalk,
  expectShown,
  runWalkThrough,
  walkThroughSteps,
} from '../support/documents/walk-through.js';
import { callAt } from '../support/http/call.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { until } from '../support/time/until.js';
import { type ExampleServer, startExampleServer } from './example-server.js';

const frameworks = [
  { example: 'express', main: 'server.js', stopping: 'payments.js' },
  { example: 'fastify', main: 'server.js', stopping: 'payments.js' },
  { example: 'koa', main: 'server.js', stopping: 'payments.js' },
  { example: 'hono', main: 'server.js', stopping: 'payments.js' },
  { example: 'nest', main: 'dist/main.js', stopping: 'dist/payments.js' },
  { example: 'next', main: 'server.mjs', stopping: 'server.mjs' },
];

const hasPrograms = await canWalk();

for (const { example, ...modules } of frameworks) {
  describe(`the example ${example}`, () => {
    let server: ExampleServer;

    before(async () => {
      server = await startExampleServer(example, modules);
    });

    after(() => server.stop());

    const post = (path: string, raw: string, headers: Record<string, string> = {}) =>
      callAt(server.address)('POST', path, { raw, headers });

    const walkThrough = async () => {
      const readme = await readFile(join(server.folder, 'README.md'), 'utf8');
      const steps = walkThroughSteps(fencedBlocks(readme));
      const answers = await runWalkThrough(steps, server.address, server.folder);
      expect(steps.filter(({ shown }) => shown !== undefined)).to.have.length(4);
      for (const [index, { shown }] of steps.entries()) {
        if (shown !== undefined) expectShown(shown, answers[index] ?? '');
      }
      await until(() => server.printed.includes('order 1001 is paid'));
    };

    const pay = (card: string) =>
      post('/orders/1001/pay', JSON.stringify({ payment_method: card }), {
        'content-type': 'application/json',
      });

    it('takes another card for an order after one that is gone', async () => {
      expect((await pay('pm_gone')).status).to.equal(400);
      expect((await pay('pm_card_visa_chargeDeclined')).status).to.equal(402);
    });

    if (hasPrograms) {
      it('answers the commands of its README as shown, and hears of the payment', walkThrough);
    }

    it('tells whoever pays a paid order again that it is paid', async () => {
      for (const card of ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard']) {
        const { status, body } = await pay(card);
        expect([status, at(body, 'status')], card).to.deep.equal([200, 'succeeded']);
      }
    });

    it('takes large webhooks, and refuses those with a wrong signature', async () => {
      const event = await readFile(join(server.folder, 'event.json'), 'utf8');
      const large = event.replace('"evt_1",', `"evt_2", "more": "${'x'.repeat(200_000)}",`);
      const now = Math.floor(Date.now() / 1000);
      const signed = { 'stripe-signature': signatureOf(large, 'whsec_example', now) };
      expect((await post('/webhooks', large, signed)).status).to.equal(200);
      expect((await post('/webhooks', `${large} `, signed)).status).to.equal(400);
    });

    it('knows its own orders only', async () => {
      expect((await post('/orders/1002/pay', '{}')).status).to.equal(404);
    });

    it('passes what it does not know on to the framework, and asks for a key under /shop', async () => {
      const get = async (path: string, headers = {}) =>
        (await fetch(server.address + path, { headers })).status;
      expect(await get('/nothing')).to.equal(404);
      expect(await get('/shop/api/customers')).to.equal(401);
      expect(await get('/shop/doc', { authorization: 'Bearer example-key' })).to.equal(200);
    });

    if (example === 'koa') {
      it('shows the document of the interface in a Swagger page of its own', async () => {
        const call = callAt(server.address);
        const page = await call('GET', '/docs');
        expect([page.status, page.headers.get('content-type')]).to.deep.equal([
          200,
          'text/html; charset=utf-8',
        ]);
        const [, url = ''] = /"url":"([^"]+)"/.exec(page.text) ?? [];
        expect(url).to.equal('/shop/doc/openapi.json');
        expect(at((await call('GET', url)).body, 'paths')).to.have.property('/api/payments');
      });
    }
  });
}
