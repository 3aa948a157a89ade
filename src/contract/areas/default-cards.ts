import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import type { CustomerId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed, notFound } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { absent } from '../support/ids.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';

/** The default card of a customer. Stripe keeps it in another field for each kind of card. */
const defaultIn = (customer: unknown, cards: Suite['cards']) =>
  cards === 'sources'
    ? fieldOf(customer, 'default_source')
    : fieldOf(fieldOf(customer, 'invoice_settings'), 'default_payment_method');

/** The default card, and the deletion of cards. */
export const defaultCards = ({ describe, it, cards }: Suite): void => {
  const defaultOf = async (processor: PaymentProcessor, customer: CustomerId) =>
    defaultIn(await mustSucceed(processor).retrieveCustomer({ customer }), cards);

  /** The first source becomes the default; a payment method becomes the default only by an update. */
  const newDefault = async (processor: PaymentProcessor, customer: CustomerId) => {
    const card = await newCard(processor, customer);
    if (cards === 'payment_methods') {
      await mustSucceed(processor).updateCustomer({ customer, default_source: card.id });
    }
    return card;
  };

  describe('default and deleted cards', () => {
    it('the first card becomes the default, a later one does not', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await newCard(processor, customer);
      const expected = cards === 'sources' ? first.id : null;
      assert.equal(await defaultOf(processor, customer), expected, 'the first card is the default');
      await newCard(processor, customer, 'tok_mastercard');
      assert.equal(await defaultOf(processor, customer), expected, 'a later card changes nothing');
    });

    it('updateCustomer makes another card the default', async (processor) => {
      const customer = await newCustomer(processor);
      await newCard(processor, customer);
      const { id } = await newCard(processor, customer, 'tok_mastercard');
      const updated = await mustSucceed(processor).updateCustomer({ customer, default_source: id });
      assert.equal(defaultIn(updated, cards), id, 'the answer names the new default');
      assert.equal(await defaultOf(processor, customer), id, 'the new default is kept');
    });

    it('updateCustomer refuses the card of another customer as the default', async (processor) => {
      const customer = await newCustomer(processor);
      const own = await newDefault(processor, customer);
      const foreign = await newCard(processor, await newCustomer(processor));
      const task = processor.updateCustomer({ customer, default_source: foreign.id });
      await failWith('updateCustomer', task, 'ProcessorRefused', { code: 'resource_missing' });
      assert.equal(
        await defaultOf(processor, customer),
        own.id,
        'a refused update changes nothing',
      );
    });

    it('deleteCard deletes the card, and the next card replaces a deleted default', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await newDefault(processor, customer);
      const second = await newCard(processor, customer, 'tok_mastercard');
      const removed = await mustSucceed(processor).deleteCard({ customer, card: first.id });
      assert.deepEqual(
        [removed.id, removed.object, removed.deleted],
        [first.id, 'card', true],
        'a deleted card is returned as deleted',
      );
      assert.deepEqual(
        await cardIdsOf(processor, customer),
        [second.id],
        'the list no longer holds it',
      );
      const next = cards === 'sources' ? second.id : null;
      assert.equal(await defaultOf(processor, customer), next, 'the next card is the default');
      await mustSucceed(processor).deleteCard({ customer, card: second.id });
      assert.equal(
        await defaultOf(processor, customer),
        null,
        'a customer without cards has no default',
      );
    });

    it('deleteCard of a card that is not the default keeps the default', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await newDefault(processor, customer);
      const { id: card } = await newCard(processor, customer, 'tok_mastercard');
      await mustSucceed(processor).deleteCard({ customer, card });
      assert.equal(await defaultOf(processor, customer), first.id, 'the default is unchanged');
    });

    it('deleteCard does not find a card that is unknown, deleted or of another customer', async (processor) => {
      const customer = await newCustomer(processor);
      const removed = await newCard(processor, customer);
      await mustSucceed(processor).deleteCard({ customer, card: removed.id });
      const owner = await newCustomer(processor);
      const foreign = await newCard(processor, owner);
      for (const card of [absent.card, absent.paymentMethodCard, removed.id, foreign.id]) {
        await failWith(
          'deleteCard',
          processor.deleteCard({ customer, card }),
          'ProcessorRefused',
          notFound,
        );
      }
      assert.deepEqual(await cardIdsOf(processor, owner), [foreign.id], "the owner's card is left");
    });
  });
};
