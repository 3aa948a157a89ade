import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { callAt } from '../support/http/call.js';
import { textAt } from '../support/json/at.js';

const script = '<script>alert(1)</script>';
const attribute = `"' onload=alert(1) x="`;

/** The fields of a Checkout session that its page shows. */
const shownFields = [
  'line_items[0][price_data][product_data][name]',
  'line_items[0][price_data][product_data][description]',
  'custom_text[submit][message]',
] as const;

describe('hostile pages', () => {
  const opened: { fake?: FakeServer } = {};
  before(async () => {
    opened.fake = await startFakeServer({ seed: 'pages' });
  });
  after(() => opened.fake?.close());

  const show = async (path: string) => {
    const answer = await callAt(opened.fake?.url ?? '')('GET', path);
    return { ...answer, policy: answer.headers.get('content-security-policy') ?? '' };
  };

  for (const hostile of [script, attribute]) {
    for (const field of shownFields) {
      it(`Checkout shows ${field} as text: ${hostile.slice(0, 8)}`, async () => {
        const form = new URLSearchParams({
          mode: 'payment',
          success_url: 'https://shop.example/thanks',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'eur',
          'line_items[0][price_data][unit_amount]': '1000',
          'line_items[0][price_data][product_data][name]': 'Book',
          [field]: hostile,
        });
        const made = await callAt(opened.fake?.url ?? '')('POST', '/v1/checkout/sessions', {
          raw: form.toString(),
          headers: {
            authorization: `Bearer ${opened.fake?.apiKey ?? ''}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
        });
        expect(made.status, made.text).to.equal(200);
        const { pathname, search } = new URL(textAt(made.body, 'url'));
        const { status, text, policy } = await show(pathname + search);
        expect(status).to.equal(200);
        expect(text).not.to.include(hostile);
        expect(policy).to.include("default-src 'none'");
      });
    }
  }

  for (const id of [script, attribute, '..%2f', '%00', '4242'.repeat(4)]) {
    it(`the page of a challenge does not repeat ${JSON.stringify(id)}`, async () => {
      const { status, text } = await show(`/_processor/challenges/${encodeURIComponent(id)}`);
      expect(status).to.equal(404);
      expect(text).not.to.include(id);
    });
  }
});
