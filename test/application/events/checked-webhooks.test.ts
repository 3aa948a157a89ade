import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { checkedWebhooks } from '../../../src/application/events/checked-webhooks.js';
import type { WebhookMessage } from '../../../src/application/ports/webhook-receiver.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';

const request = { headers: {}, body: new Uint8Array() };
const event = {
  id: 'n-1',
  object: 'event',
  type: 'payment.paid',
  created: 1_800_000_000,
  data: { object: {} },
} as const;

// TypeScript would refuse the wrong ones.
const isTaken = (_message: unknown): _message is WebhookMessage => true;

const received = (message: unknown) => {
  if (!isTaken(message)) throw new Error('every message is taken');
  return checkedWebhooks({ receive: () => TE.right(message) }).receive(request)();
};

describe('checked webhooks', () => {
  for (const message of [
    { events: [] },
    { events: [{ event }] },
    { events: [{ event, signedWith: 'key 1' }, { event: { ...event, livemode: true } }] },
    { events: [], answer: {} },
    { events: [], answer: { status: 204 } },
    { events: [], answer: { status: 202, contentType: 'text/html', body: '*ok*' } },
  ]) {
    it(`pass ${JSON.stringify(message)} on`, async () => {
      expect(await received(message)).to.deep.equal(E.right(message));
    });
  }

  it('pass errors on', async () => {
    const failed = checkedWebhooks({ receive: () => TE.left(paymentErrors.WebhookPayloadInvalid) });
    expect(await failed.receive(request)()).to.deep.equal(
      E.left(paymentErrors.WebhookPayloadInvalid),
    );
  });

  for (const [message, problem] of [
    [undefined, 'it must be an object with the list events'],
    [{ event }, 'it must be an object with the list events'],
    [{ events: [event] }, 'events[0]: '],
    [{ events: [{ event }, { event: { ...event, id: 'a/b' } }] }, 'events[1]: '],
    [{ events: [{ event: { ...event, created: 'now' } }] }, 'events[0]: '],
    [
      { events: [{ event, signedWith: 'ñ' }] },
      'events[0]: signedWith must be at most 255 printable ASCII characters',
    ],
    [{ events: [], answer: '*ok*' }, 'answer must be an object'],
    [{ events: [], answer: { status: 302 } }, 'answer.status must be a number from 200 to 299'],
    [{ events: [], answer: { status: '200' } }, 'answer.status must be a number from 200 to 299'],
    [{ events: [], answer: { body: 1 } }, 'answer.contentType and answer.body must be text'],
  ] as const) {
    it(`make ${JSON.stringify(message)} a defect`, async () => {
      const outcome = await received(message);
      const error = E.isLeft(outcome) ? outcome.left : undefined;
      expect(error).to.have.property('_tag', 'Unexpected');
      expect(error)
        .to.have.nested.property('cause.message')
        .that.includes(`the message of webhooks.receive is wrong: ${problem}`);
    });
  }
});
