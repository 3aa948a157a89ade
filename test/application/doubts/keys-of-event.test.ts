import { expect } from 'chai';
import { derivedKeysOf } from '../../../src/application/doubts/keys-of-event.js';

const [caused, created] = ['a'.repeat(64), `${'0'.repeat(63)}f`];

const event = (object: object, more: object = {}) => ({
  id: 'evt_1',
  object: 'event' as const,
  type: 'payment_intent.succeeded',
  created: 1,
  livemode: false,
  data: { object: { ...object } },
  ...more,
});

describe('the derived keys of an event', () => {
  // https://docs.stripe.com/api/events/object#event_object-request
  it('are that of its request and that of its object', () => {
    expect(
      derivedKeysOf(
        event(
          { metadata: { pasarela_key: created, order: '42' } },
          { request: { id: 'req_1', idempotency_key: caused } },
        ),
      ),
    ).to.deep.equal([caused, created]);
  });

  it('are one if the request created the object', () => {
    const request = { idempotency_key: caused };
    expect(derivedKeysOf(event({ metadata: { pasarela_key: caused } }, { request }))).to.deep.equal(
      [caused],
    );
  });

  it('are missing in events of other programs, of the processor itself, and in thin events', () => {
    for (const one of [
      event({}),
      event({ metadata: null }, { request: null }),
      event({ metadata: { pasarela_key: 42 } }, { request: { idempotency_key: null } }),
      event(
        { metadata: { pasarela_key: 'order-42' } },
        { request: { idempotency_key: 'a'.repeat(63) } },
      ),
    ]) {
      expect(derivedKeysOf(one)).to.deep.equal([]);
    }
    const thin = {
      id: 'evt_1',
      object: 'v2.core.event' as const,
      type: 'v2.core.account.updated',
      created: '2026-09-18T19:56:56.947Z',
      livemode: false,
    };
    expect(derivedKeysOf(thin)).to.deep.equal([]);
  });
});
