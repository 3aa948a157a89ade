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
    {
      events: [{ event, signedWith: 'key 1' }, { event: { ...event, id: 'n-2', livemode: true } }],
    },
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

  it('pass events on as a store reads them', async () => {
    const paidAt = new Date(0);
    expect(
      await received({ events: [{ event: { ...event, data: { object: { paidAt } } } }] }),
    ).to.deep.equal(
      E.right({
        events: [{ event: { ...event, data: { object: { paidAt: paidAt.toISOString() } } } }],
      }),
    );
  });

  it('pass an event on that comes twice', async () => {
    const twice = { events: [{ event }, { event: { ...event } }] };
    expect(await received(twice)).to.deep.equal(E.right(twice));
  });

  it('make an async receive a defect', async () => {
    const receive = async () => TE.right({ events: [{ event }] });
    // @ts-expect-error: the compiler finds it too.
    const outcome = await checkedWebhooks({ receive }).receive(request)();
    expect(E.isLeft(outcome) ? outcome.left : undefined)
      .to.have.nested.property('cause.message')
      .that.includes('webhooks.receive must return a TaskEither');
  });

  it('make an event with a BigInt a defect', async () => {
    const amount = { amount: 1999n };
    const outcome = await received({ events: [{ event: { ...event, data: { object: amount } } }] });
    expect(E.isLeft(outcome) ? outcome.left : undefined)
      .to.have.nested.property('cause.message')
      .that.includes('cannot be written as JSON');
  });

  for (const [message, problem] of [
    [undefined, 'message must be an object'],
    [{ event }, 'there is no option message.event (did you mean message.events?)'],
    [{ answer: {} }, 'message.events must be a list'],
    [{ events: [event] }, 'there is no option message.events[0].id'],
    [{ events: [{}] }, 'message.events[0].event cannot be written as JSON'],
    [
      { events: [{ event }, { event: { ...event, id: 'a/b' } }] },
      'message.events[1].event: not a valid event',
    ],
    [
      { events: [{ event: { ...event, created: 'now' } }] },
      'message.events[0].event: not a valid event',
    ],
    [
      { events: [{ event: { ...event, toJSON: () => 'text' } }] },
      'message.events[0].event: not a valid event',
    ],
    [
      { events: [{ event }, { event: { ...event, type: 'payment.refunded' } }] },
      'message.events[1].event has the id of another event',
    ],
    [
      { events: [{ event, signedWith: 'ñ' }] },
      'message.events[0].signedWith must be at most 255 printable ASCII characters',
    ],
    [{ events: [], answer: '*ok*' }, 'message.answer must be an object'],
    [
      { events: [], answer: { status: 302 } },
      'message.answer.status must be a whole number from 200 to 299',
    ],
    [
      { events: [], answer: { status: '200' } },
      'message.answer.status must be a whole number from 200 to 299',
    ],
    [{ events: [], answer: { body: 1 } }, 'message.answer.body must be a string'],
    [
      { events: [], answer: { contentType: 'text/plain\r\nSet-Cookie: a' } },
      'message.answer.contentType must be the value of a header',
    ],
    [{ events: [], answer: { bodi: '*ok*' } }, 'did you mean message.answer.body?'],
  ] as const) {
    it(`make ${JSON.stringify(message)} a defect`, async () => {
      const outcome = await received(message);
      const error = E.isLeft(outcome) ? outcome.left : undefined;
      expect(error).to.have.property('_tag', 'Unexpected');
      expect(error)
        .to.have.nested.property('cause.message')
        .that.matches(/^the message of webhooks.receive is wrong: /)
        .and.includes(problem);
    });
  }
});
