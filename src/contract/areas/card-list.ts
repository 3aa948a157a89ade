import { strict as assert } from 'node:assert';
import { CardId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { paging } from './paging.js';

/** The list of a customer's cards. */
export const cardList = (suite: Suite): void => {
  const needing = suite.needing(
    'features.customers',
    'features.savedCards',
    'features.lists',
    'fixtures.cardToken',
  );
  const { describe, it } = needing;

  describe('the list of cards', () => {
    it('listCards returns only the cards of the customer', async (processor) => {
      const customer = await newCustomer(processor);
      await newCard(processor, await newCustomer(processor));
      assert.deepEqual(await cardIdsOf(processor, customer), [], 'a new customer has no cards');
      const { id } = await newCard(processor, customer);
      assert.deepEqual(
        await cardIdsOf(processor, customer),
        [id],
        'the list holds only the cards of the customer',
      );
    });

    paging(needing, 'cards', {
      cursor: CardId,
      kind: 'card',
      arrange: async (processor) => {
        const customer = await newCustomer(processor);
        return {
          add: async () => (await newCard(processor, customer)).id,
          list: (page) => processor.listCards({ customer, ...page }),
        };
      },
    });
  });
};
