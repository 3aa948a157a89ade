import { strict as assert } from 'node:assert';
import { TokenId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absentFor, proven } from '../support/ids.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';

/** Cards of customers. */
export const cards = (suite: Suite): void => {
  const { describe, it, itWith, expected } = suite.needing(
    'features.customers',
    'features.savedCards',
  );

  describe('cards', () => {
    itWith(
      ['fixtures.cardToken'],
      'createCard creates a card of the customer',
      async (processor) => {
        const customer = await newCustomer(processor);
        const card = await newCard(processor, customer);
        expected.isId('the id of a card', card.id, 'card');
        assert.equal(card.customer, customer, 'a card names its customer');
        assert.match(card.last4, /^[0-9]{4}$/, 'a card has its last four digits');
      },
    );

    itWith(
      ['features.cardTokens', 'features.lists', 'fixtures.card'],
      'createCard refuses a token that was used before',
      async (processor) => {
        const token = await mustSucceed(processor).createCardToken(processor.given.card());
        const source = proven(TokenId, token.id);
        const customer = await newCustomer(processor);
        const card = await mustSucceed(processor).createCard({ customer, source });
        for (const again of [customer, await newCustomer(processor)]) {
          await failWith(
            'createCard with a used token',
            processor.createCard({ customer: again, source }),
            'ProcessorRefused',
            expected.usedToken,
          );
        }
        assert.deepEqual(
          await cardIdsOf(processor, customer),
          [card.id],
          'no second card was made',
        );
      },
    );

    it('createCard refuses an unknown token', async (processor) => {
      const customer = await newCustomer(processor);
      const { token: source } = absentFor(processor);
      const task = processor.createCard({ customer, source });
      await failWith('createCard', task, 'ProcessorRefused', expected.missingToken);
    });

    itWith(
      ['features.lists', 'fixtures.cardToken'],
      'deleteCard deletes the card',
      async (processor) => {
        const customer = await newCustomer(processor);
        const { id: card } = await newCard(processor, customer);
        const removed = await mustSucceed(processor).deleteCard({ customer, card });
        assert.deepEqual(
          [removed.id, removed.deleted],
          [card, true],
          'a deleted card is returned as deleted',
        );
        assert.deepEqual(await cardIdsOf(processor, customer), [], 'the list no longer holds it');
      },
    );

    itWith(
      ['features.lists', 'fixtures.cardToken'],
      'deleteCard does not find a card that is unknown, deleted or of another customer',
      async (processor) => {
        const customer = await newCustomer(processor);
        const removed = await newCard(processor, customer);
        await mustSucceed(processor).deleteCard({ customer, card: removed.id });
        const owner = await newCustomer(processor);
        const foreign = await newCard(processor, owner);
        for (const card of [absentFor(processor).card, removed.id, foreign.id]) {
          const task = processor.deleteCard({ customer, card });
          await failWith('deleteCard', task, 'ProcessorRefused', expected.notFound);
        }
        assert.deepEqual(
          await cardIdsOf(processor, owner),
          [foreign.id],
          "the owner's card is left",
        );
      },
    );
  });
};
