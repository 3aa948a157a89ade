import { expect } from 'chai';
import type { ProcessorCall } from '../../../../src/application/ports/telemetry.js';
import { calls } from './support/calls.js';
import { ok, type Reply, refuse, useScriptedStripe } from './support/use-scripted-stripe.js';
import { wire } from './support/wire.js';

const declined = refuse(402, { type: 'card_error', code: 'card_declined' });

const table: ReadonlyArray<
  readonly [
    what: string,
    name: keyof typeof calls,
    replies: ReadonlyArray<Reply>,
    report: Omit<ProcessorCall, 'operation' | 'duration'>,
  ]
> = [
  [
    'a success',
    'createRefund',
    [ok(wire.refund)],
    { outcome: 'done', retries: 0, requestId: 'req_answer' },
  ],
  [
    'a decline',
    'createRefund',
    [declined],
    { outcome: 'declined', retries: 0, requestId: 'req_refusal' },
  ],
  [
    'a refusal',
    'createRefund',
    [refuse(400, {})],
    { outcome: 'refused', retries: 0, requestId: 'req_refusal' },
  ],
  [
    'a refused key',
    'createRefund',
    [refuse(401, {})],
    { outcome: 'refused', retries: 0, requestId: 'req_refusal' },
  ],
  [
    'a success after lost responses',
    'createCustomer',
    ['reset', 'cut', ok(wire.customer)],
    { outcome: 'done', retries: 2, requestId: 'req_answer' },
  ],
  ['an unknown outcome', 'createCardToken', ['reset'], { outcome: 'unknown', retries: 2 }],
  [
    'a failure of Stripe',
    'createCardToken',
    [refuse(500, { type: 'api_error' })],
    { outcome: 'unknown', retries: 2, requestId: 'req_refusal' },
  ],
  [
    'an unexpected response',
    'createCardToken',
    [ok({ object: 'token' })],
    { outcome: 'unknown', retries: 0, requestId: 'req_answer' },
  ],
  ['a read without a response', 'retrieveCustomer', ['reset'], { outcome: 'not_done', retries: 2 }],
  [
    'a failed read',
    'retrieveCustomer',
    [refuse(500, { type: 'api_error' })],
    { outcome: 'not_done', retries: 2, requestId: 'req_refusal' },
  ],
  [
    'a deletion',
    'deleteCustomer',
    [ok(wire.deletedCustomer)],
    { outcome: 'done', retries: 0, requestId: 'req_answer' },
  ],
];

describe('reports of the calls to Stripe', () => {
  const stripe = useScriptedStripe();

  for (const [what, name, replies, expected] of table) {
    it(`has one of ${what}`, async () => {
      const reports: Array<ProcessorCall> = [];
      const telemetry = { processorCallEnded: (call: ProcessorCall) => reports.push(call) };
      await calls[name].run(stripe.processor(replies, { telemetry }))();
      expect(reports).to.have.lengthOf(1);
      for (const { duration, ...report } of reports) {
        expect(report).to.deep.equal({ operation: name, ...expected });
        expect(duration).to.be.at.least(0);
      }
    });
  }

  it('does not fail a call when the report throws', async () => {
    const telemetry = {
      processorCallEnded: () => {
        throw new Error('no room');
      },
    };
    const processor = stripe.processor([ok(wire.customer)], { telemetry });
    expect(await calls.createCustomer.run(processor)()).to.have.property('_tag', 'Right');
  });
});
