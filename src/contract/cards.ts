import { strict as assert } from 'node:assert';
import type { PaymentProcessor } from '../application/ports/payment-processor.js';
import { CardId, type CustomerId, TokenId } from '../domain/ids.js';
import type { Contract } from './contract.js';
import { paging } from './paging.js';
import { absent } from './support/absent.js';
import { failWith } from './support/fail-with.js';
import { fieldOf } from './support/field-of.js';
import { hasPrefix } from './support/has-prefix.js';
import { newCard } from './support/new-card.js';
import { newCustomer } from './support/new-customer.js';
import { proven } from './support/proven.js';
import { succeed } from './support/succeed.js';
import { testCard } from './support/test-card.js';

const magicTokens = [
  ['tok_visa', 'Visa', 'credit'],
  ['tok_visa_debit', 'Visa', 'debit'],
  ['tok_mastercard', 'MasterCard', 'credit'],
  ['tok_amex', 'American Express', 'credit'],
] as const;

const declinedTokens = [
  ['tok_chargeDeclined', 'card_declined', 'generic_decline'],
  ['tok_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
] as const;

const declinedNumbers = [
  ['4000000000000002', 'card_declined'],
  ['4000000000009995', 'card_declined'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000069', 'expired_card'],
] as const;

const laterDeclinedNumbers = ['4000000000000341', '4100000000000019', '4000000000000119'];

const cardIds = async (processor: PaymentProcessor, customer: CustomerId) =>
  (await succeed('listCards', processor.listCards({ customer, limit: 10 }))).data.map(
    ({ id }) => id,
  );

const defaultOf = async (processor: PaymentProcessor, customer: CustomerId) =>
  fieldOf(
    await succeed('retrieveCustomer', processor.retrieveCustomer({ customer })),
    'default_source',
  );

/** A customer's cards. */
export const cards = (contract: Contract): void => {
  const { describe, it, itWith } = contract;

  describe('cards', () => {
    for (const [source, brand, funding] of magicTokens) {
      it(`createCard makes a card of ${source}`, async (processor) => {
        const customer = await newCustomer(processor);
        const card = await newCard(processor, customer, source);
        hasPrefix('the id of a card', card.id, 'card_');
        assert.deepEqual(
          [card.object, card.brand, card.funding, card.customer],
          ['card', brand, funding, customer],
          'a card tells its brand, its funding and its customer',
        );
        assert.match(card.last4, /^[0-9]{4}$/, 'a card tells its last four digits');
      });
    }

    itWith(['rawCardNumbers'], 'createCard takes a token once', async (processor) => {
      const token = await succeed(
        'createCardToken',
        processor.createCardToken(testCard('4242424242424242')),
      );
      const source = proven(TokenId, token.id);
      const customer = await newCustomer(processor);
      const card = await succeed('createCard', processor.createCard({ customer, source }));
      assert.equal(card.id, token.card.id, 'the card of the customer is the card of the token');
      for (const again of [customer, await newCustomer(processor)]) {
        await failWith(
          'createCard with a used token',
          processor.createCard({ customer: again, source }),
          'ProcessorRefused',
          { status: 400, code: 'token_already_used' },
        );
      }
      assert.deepEqual(await cardIds(processor, customer), [card.id], 'no second card was made');
    });

    it('createCard does not know an unknown token', async (processor) => {
      const customer = await newCustomer(processor);
      const task = processor.createCard({ customer, source: absent.token });
      await failWith('createCard', task, 'ProcessorRefused', {
        status: 400,
        code: 'resource_missing',
      });
    });

    for (const [source, code, declineCode] of declinedTokens) {
      it(`createCard is declined for ${source}: ${declineCode}`, async (processor) => {
        const customer = await newCustomer(processor);
        const task = processor.createCard({ customer, source: proven(TokenId, source) });
        await failWith('createCard', task, 'CardError', {
          code,
          declineCode,
          charge: null,
          paymentIntent: null,
        });
        assert.deepEqual(await cardIds(processor, customer), [], 'a declined card is not kept');
      });
    }

    for (const [number, code] of declinedNumbers) {
      itWith(
        ['rawCardNumbers'],
        `createCard is declined for …${number.slice(-4)}: ${code}`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const token = await succeed(
            'createCardToken',
            processor.createCardToken(testCard(number)),
          );
          const task = processor.createCard({ customer, source: proven(TokenId, token.id) });
          await failWith('createCard', task, 'CardError', { code, charge: null });
        },
      );
    }

    for (const number of laterDeclinedNumbers) {
      itWith(
        ['rawCardNumbers'],
        `createCard takes …${number.slice(-4)}, which is declined only when it is charged`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const token = await succeed(
            'createCardToken',
            processor.createCardToken(testCard(number)),
          );
          await newCard(processor, customer, token.id);
        },
      );
    }

    it('the first card becomes the default, a later one does not', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await newCard(processor, customer);
      assert.equal(await defaultOf(processor, customer), first.id, 'the first card is the default');
      await newCard(processor, customer, 'tok_mastercard');
      assert.equal(await defaultOf(processor, customer), first.id, 'a later card changes nothing');
    });

    it('updateCustomer makes another card the default', async (processor) => {
      const customer = await newCustomer(processor);
      await newCard(processor, customer);
      const { id } = await newCard(processor, customer, 'tok_mastercard');
      const updated = await succeed(
        'updateCustomer',
        processor.updateCustomer({ customer, default_source: id }),
      );
      assert.equal(updated.default_source, id, 'the answer names the new default');
      assert.equal(await defaultOf(processor, customer), id, 'the new default is kept');
    });

    it('updateCustomer does not take the card of another as default', async (processor) => {
      const customer = await newCustomer(processor);
      const own = await newCard(processor, customer);
      const foreign = await newCard(processor, await newCustomer(processor));
      const task = processor.updateCustomer({ customer, default_source: foreign.id });
      await failWith('updateCustomer', task, 'ProcessorRefused', { code: 'resource_missing' });
      assert.equal(
        await defaultOf(processor, customer),
        own.id,
        'a refused update changes nothing',
      );
    });

    it('deleteCard removes the card; when it was the default, the next one takes its place', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await newCard(processor, customer);
      const second = await newCard(processor, customer, 'tok_mastercard');
      const removed = await succeed(
        'deleteCard',
        processor.deleteCard({ customer, card: first.id }),
      );
      assert.deepEqual(
        [removed.id, removed.object, removed.deleted],
        [first.id, 'card', true],
        'a removed card is answered as deleted',
      );
      assert.deepEqual(
        await cardIds(processor, customer),
        [second.id],
        'it is in the list no more',
      );
      assert.equal(await defaultOf(processor, customer), second.id, 'the next card is the default');
      await succeed('deleteCard', processor.deleteCard({ customer, card: second.id }));
      assert.equal(await defaultOf(processor, customer), null, 'without cards there is no default');
    });

    it('deleteCard of another card than the default leaves the default', async (processor) => {
      const customer = await newCustomer(processor);
      const first = await newCard(processor, customer);
      const { id: card } = await newCard(processor, customer, 'tok_mastercard');
      await succeed('deleteCard', processor.deleteCard({ customer, card }));
      assert.equal(await defaultOf(processor, customer), first.id, 'the default is still there');
    });

    it('deleteCard does not find an unknown, a removed or a foreign card', async (processor) => {
      const customer = await newCustomer(processor);
      const removed = await newCard(processor, customer);
      await succeed('deleteCard', processor.deleteCard({ customer, card: removed.id }));
      const owner = await newCustomer(processor);
      const foreign = await newCard(processor, owner);
      for (const card of [absent.card, removed.id, foreign.id]) {
        await failWith('deleteCard', processor.deleteCard({ customer, card }), 'ProcessorRefused', {
          status: 404,
          code: 'resource_missing',
        });
      }
      assert.deepEqual(await cardIds(processor, owner), [foreign.id], "the owner's card is left");
    });

    it('listCards gives the cards of the customer, and of no other', async (processor) => {
      const customer = await newCustomer(processor);
      await newCard(processor, await newCustomer(processor));
      assert.deepEqual(await cardIds(processor, customer), [], 'a new customer has no cards');
      const { id } = await newCard(processor, customer);
      assert.deepEqual(await cardIds(processor, customer), [id], 'the list holds own cards only');
    });

    paging(contract, 'cards', {
      cursor: CardId,
      absent: absent.card,
      arrange: async (processor, count) => {
        const customer = await newCustomer(processor);
        const ids: Array<string> = [];
        for (let made = 0; made < count; made += 1) {
          ids.unshift((await newCard(processor, customer)).id);
        }
        return { ids, list: (page) => processor.listCards({ customer, ...page }) };
      },
    });
  });
};
