import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { ProcessorEvent } from '../../../src/domain/events/processor-event.js';
import { EventHistory, StoredEvent } from '../../../src/domain/events/stored-event.js';
import { decodeObject } from '../../../src/domain/input/decode-object.js';
import { List } from '../../../src/domain/input/list.js';
import { Card, CardToken, DeletedCard } from '../../../src/domain/objects/card.js';
import { Customer, DeletedCustomer } from '../../../src/domain/objects/customer.js';
import {
  PaymentIntent,
  paymentIntentStatuses,
} from '../../../src/domain/objects/payment-intent.js';
import { Refund } from '../../../src/domain/objects/refund.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const {
  customer,
  deletedCustomer,
  card,
  deletedCard,
  token,
  intent,
  refund,
  event,
  storedEvent,
  eventHistory,
} = processorObjects;

const samples: ReadonlyArray<readonly [t.Mixed, object]> = [
  [Customer, customer],
  [DeletedCustomer, deletedCustomer],
  [Card, card],
  [DeletedCard, deletedCard],
  [CardToken, token],
  [PaymentIntent, intent],
  [Refund, refund],
  [ProcessorEvent, event],
  [StoredEvent, storedEvent],
  [EventHistory, eventHistory],
  [List(Customer), processorObjects.listOf(customer)],
];

describe('decodeObject', () => {
  for (const [codec, sample] of samples) {
    it(`returns the same object of ${codec.name}, with its unknown fields`, () => {
      const decoded = decodeObject<unknown>(codec)(sample);
      expect(E.isRight(decoded) && decoded.right).to.equal(sample);
    });

    it(`refuses anything else for ${codec.name}`, () => {
      for (const other of [null, undefined, 'text', 42, [], {}, { ...sample, object: 'other' }]) {
        expect(codec.is(other)).to.equal(false);
      }
    });
  }

  it('accepts an intent with any status, also a new one (decision P5)', () => {
    for (const status of [...paymentIntentStatuses, 'requires_something_new']) {
      expect(PaymentIntent.is({ ...intent, status })).to.equal(true);
    }
  });

  it('accepts only integers as cents', () => {
    expect(PaymentIntent.is({ ...intent, amount: 19.99 })).to.equal(false);
    expect(PaymentIntent.is({ ...intent, amount: '1999' })).to.equal(false);
  });

  it('distinguishes a deleted customer from a customer', () => {
    expect(Customer.is(deletedCustomer)).to.equal(false);
    expect(DeletedCustomer.is(customer)).to.equal(false);
  });

  it('names the codec and the wrong paths, and never a value', () => {
    expect(decodeObject(Customer)({ ...customer, id: 42, created: '4242' })).to.deep.equal(
      E.left({ codec: 'Customer', paths: ['id', 'created'] }),
    );
    expect(decodeObject(Customer)('4242')).to.deep.equal(
      E.left({ codec: 'Customer', paths: [''] }),
    );
  });
});
