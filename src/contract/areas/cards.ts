import { strict as assert } from 'node:assert';
import { TokenId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { absent, hasPrefix, proven } from '../support/ids.js';
import { cardIdsOf, newCard, testCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';

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
  ['4000000000000119', 'processing_error'],
] as const;

const laterDeclinedNumbers = ['4000000000000341', '4100000000000019'];

/** Creation of a customer's cards. */
export const cards = ({ describe, it, itWith, cards: kept }: Suite): void => {
  describe('cards', () => {
    for (const [source, brand, funding] of magicTokens) {
      it(`createCard creates a card from ${source}`, async (processor) => {
        const customer = await newCustomer(processor);
        const card = await newCard(processor, customer, source);
        hasPrefix('the id of a card', card.id, kept === 'sources' ? 'card_' : 'pm_');
        assert.deepEqual(
          [card.object, card.brand, card.funding, card.customer],
          ['card', brand, funding, customer],
          'a card has its brand, its funding and its customer',
        );
        assert.match(card.last4, /^[0-9]{4}$/, 'a card has its last four digits');
      });
    }

    itWith(
      ['rawCardNumbers'],
      'createCard refuses a token that was used before',
      async (processor) => {
        const token = await mustSucceed(processor).createCardToken(testCard('4242424242424242'));
        const source = proven(TokenId, token.id);
        const customer = await newCustomer(processor);
        const card = await mustSucceed(processor).createCard({ customer, source });
        if (kept === 'sources') {
          assert.equal(card.id, token.card.id, 'the card of the customer is the card of the token');
        }
        for (const again of [customer, await newCustomer(processor)]) {
          await failWith(
            'createCard with a used token',
            processor.createCard({ customer: again, source }),
            'ProcessorRefused',
            { status: 400, code: 'token_already_used' },
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
      const task = processor.createCard({ customer, source: absent.token });
      await failWith('createCard', task, 'ProcessorRefused', {
        status: 400,
        code: 'resource_missing',
      });
    });

    for (const [source, code, decline_code] of declinedTokens) {
      it(`createCard is declined for ${source}: ${decline_code}`, async (processor) => {
        const customer = await newCustomer(processor);
        const task = processor.createCard({ customer, source: proven(TokenId, source) });
        await failWith('createCard', task, 'CardError', {
          code,
          decline_code,
          charge: null,
          payment_intent: null,
        });
        assert.deepEqual(await cardIdsOf(processor, customer), [], 'a declined card is not kept');
      });
    }

    for (const [number, code] of declinedNumbers) {
      itWith(
        ['rawCardNumbers'],
        `createCard is declined for …${number.slice(-4)}: ${code}`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const token = await mustSucceed(processor).createCardToken(testCard(number));
          const task = processor.createCard({ customer, source: proven(TokenId, token.id) });
          await failWith('createCard', task, 'CardError', { code, charge: null });
        },
      );
    }

    for (const number of laterDeclinedNumbers) {
      itWith(
        ['rawCardNumbers'],
        `createCard accepts …${number.slice(-4)}, which is declined only when it is charged`,
        async (processor) => {
          const customer = await newCustomer(processor);
          const token = await mustSucceed(processor).createCardToken(testCard(number));
          await newCard(processor, customer, token.id);
        },
      );
    }
  });
};
