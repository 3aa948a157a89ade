import { strict as assert } from 'node:assert';
import { CardId, type CustomerId } from '../../domain/ids.js';
import type { Subject, Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { fieldOf } from '../support/field-of.js';
import { proven } from '../support/ids.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import type { KeptCards } from './profile-facts.js';

/** The default card of a customer. Stripe keeps it in another field for each kind of card. */
const defaultIn = (customer: unknown, cards: KeptCards) =>
  cards === 'sources'
    ? fieldOf(customer, 'default_source')
    : fieldOf(fieldOf(customer, 'invoice_settings'), 'default_payment_method');

const defaultOf = async (processor: Subject, customer: CustomerId, cards: KeptCards) =>
  defaultIn(await mustSucceed(processor).retrieveCustomer({ customer }), cards);

/** The first source becomes the default; a payment method becomes the default only by an update. */
const newDefault = async (processor: Subject, customer: CustomerId, cards: KeptCards) => {
  const card = await newCard(processor, customer);
  if (cards === 'payment_methods') {
    await mustSucceed(processor).updateCustomer({ customer, default_source: card.id });
  }
  return card;
};

/** The default card, and the deletion of cards. */
export const stripeDefaultCardsArea =
  (cards: KeptCards) =>
  ({ describe, it }: Suite): void => {
    describe('default and deleted cards', () => {
      it('the first card becomes the default, a later one does not', async (processor) => {
        const customer = await newCustomer(processor);
        const first = await newCard(processor, customer);
        const expected = cards === 'sources' ? first.id : null;
        assert.equal(
          await defaultOf(processor, customer, cards),
          expected,
          'the first card is the default',
        );
        await newCard(processor, customer, 'tok_mastercard');
        assert.equal(
          await defaultOf(processor, customer, cards),
          expected,
          'a later card changes nothing',
        );
      });

      it('updateCustomer makes another card the default', async (processor) => {
        const customer = await newCustomer(processor);
        await newCard(processor, customer);
        const { id } = await newCard(processor, customer, 'tok_mastercard');
        const updated = await mustSucceed(processor).updateCustomer({
          customer,
          default_source: id,
        });
        assert.equal(defaultIn(updated, cards), id, 'the answer names the new default');
        assert.equal(await defaultOf(processor, customer, cards), id, 'the new default is kept');
      });

      it('updateCustomer refuses the card of another customer as the default', async (processor) => {
        const customer = await newCustomer(processor);
        const own = await newDefault(processor, customer, cards);
        const foreign = await newCard(processor, await newCustomer(processor));
        const task = processor.updateCustomer({ customer, default_source: foreign.id });
        await failWith('updateCustomer', task, 'ProcessorRefused', { code: 'resource_missing' });
        assert.equal(
          await defaultOf(processor, customer, cards),
          own.id,
          'a refused update changes nothing',
        );
      });

      it('deleteCard deletes the card, and the next card replaces a deleted default', async (processor) => {
        const customer = await newCustomer(processor);
        const first = await newDefault(processor, customer, cards);
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
        assert.equal(
          await defaultOf(processor, customer, cards),
          next,
          'the next card is the default',
        );
        await mustSucceed(processor).deleteCard({ customer, card: second.id });
        assert.equal(
          await defaultOf(processor, customer, cards),
          null,
          'a customer without cards has no default',
        );
      });

      it('deleteCard of a card that is not the default keeps the default', async (processor) => {
        const customer = await newCustomer(processor);
        const first = await newDefault(processor, customer, cards);
        const { id: card } = await newCard(processor, customer, 'tok_mastercard');
        await mustSucceed(processor).deleteCard({ customer, card });
        assert.equal(
          await defaultOf(processor, customer, cards),
          first.id,
          'the default is unchanged',
        );
      });

      it('deleteCard finds neither an unknown source nor an unknown payment method', async (processor) => {
        const customer = await newCustomer(processor);
        for (const id of ['card_doesnotexist', 'pm_doesnotexist']) {
          const task = processor.deleteCard({ customer, card: proven(CardId, id) });
          await failWith('deleteCard', task, 'ProcessorRefused', {
            status: 404,
            code: 'resource_missing',
          });
        }
      });
    });
  };
