import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { Card, CardToken, DeletedCard } from '../../src/domain/card.js';
import { Customer, DeletedCustomer } from '../../src/domain/customer.js';
import { List } from '../../src/domain/list.js';
import { PaymentIntent, paymentIntentStatuses } from '../../src/domain/payment-intent.js';
import { ProcessorEvent } from '../../src/domain/processor-event.js';
import { Refund } from '../../src/domain/refund.js';
import { EventHistory, StoredEvent } from '../../src/domain/stored-event.js';
import { processorObjects } from '../support/processors/processor-objects.js';

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

describe('codecs of processor objects', () => {
  for (const [codec, sample] of samples) {
    it(`${codec.name} hands back the very object, with the fields that it does not know`, () => {
      const decoded = codec.decode(sample);
      expect(E.isRight(decoded) && decoded.right).to.equal(sample);
    });

    it(`${codec.name} refuses other objects and what is none`, () => {
      for (const other of [null, undefined, 'text', 42, [], {}, { ...sample, object: 'other' }]) {
        expect(codec.is(other)).to.equal(false);
      }
    });
  }

  it('let an intent have any status, a new one included (decision P5)', () => {
    for (const status of [...paymentIntentStatuses, 'requires_something_new']) {
      expect(PaymentIntent.is({ ...intent, status })).to.equal(true);
    }
  });

  it('want whole cents', () => {
    expect(PaymentIntent.is({ ...intent, amount: 19.99 })).to.equal(false);
    expect(PaymentIntent.is({ ...intent, amount: '1999' })).to.equal(false);
  });

  it('keep a deleted customer apart from one', () => {
    expect(Customer.is(deletedCustomer)).to.equal(false);
    expect(DeletedCustomer.is(customer)).to.equal(false);
  });
});
