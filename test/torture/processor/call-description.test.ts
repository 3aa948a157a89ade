import { expect } from 'chai';
import {
  describeAnswer,
  describeRequest,
} from '../../../src/torture/processor/call-description.js';

describe('the description of a call', () => {
  const request = (method: string, url: string, form = '') =>
    describeRequest({ method, url, headers: {}, rawHeaders: [], body: Buffer.from(form) });
  const answer = (status: number, body: string) =>
    describeAnswer({ status, headers: {}, rawHeaders: [], body: Buffer.from(body) });

  const amounts: ReadonlyArray<readonly [string, number | null]> = [
    ['amount=1999', 1999],
    ['amount=19.99', null],
    ['amount=', null],
    ['amount_to_capture=500', 500],
    ['line_items[0][price_data][unit_amount]=500&line_items[0][quantity]=3', 1500],
    [
      'line_items[0][price_data][unit_amount]=500&line_items[1][price_data][unit_amount]=1&line_items[1][quantity]=2',
      502,
    ],
    ['line_items[0][price]=price_1', null],
    ['', null],
  ];
  for (const [form, amount] of amounts) {
    it(`has the amount ${amount} of '${form}'`, () => {
      expect(request('POST', '/v1/x', form).amount).to.equal(amount);
    });
  }

  it('has the path, and whether the call changes something', () => {
    expect(request('GET', '/v1/payment_intents?limit=3')).to.include({
      path: '/v1/payment_intents',
      changes: false,
      isAboutOrders: true,
    });
    expect(request('DELETE', '/v1/customers/cus_1')).to.include({ changes: true });
  });

  for (const path of ['webhook_endpoints', 'webhook_endpoints/we_1', 'balance', 'events/evt_1']) {
    it(`is about no order: ${path}`, () => {
      expect(request('POST', `/v1/${path}`).isAboutOrders).to.equal(false);
    });
  }

  it('has what an answer is about', () => {
    expect(answer(200, '{"id": "pi_1", "status": "succeeded"}')).to.include({
      done: true,
      object: 'pi_1',
      state: 'succeeded',
      error: null,
    });
    expect(answer(400, '{"error": {"type": "invalid_request_error"}}')).to.deep.include({
      done: false,
      object: null,
      error: 'invalid_request_error',
      about: null,
    });
    expect(answer(402, '{"error": {"code": "card_declined", "charge": "ch_1"}}')).to.include({
      done: true,
      object: 'ch_1',
      error: 'card_declined',
    });
    expect(answer(200, '{"object": "list", "data": []}').about).to.equal(null);
    expect(answer(502, '<html>')).to.include({ object: null, error: null });
  });
});
