import { strict as assert } from 'node:assert';
import { TokenId } from '../../domain/ids.js';
import type { Suite } from '../suite.js';
import { failWith, mustSucceed } from '../support/expect-outcome.js';
import { proven } from '../support/ids.js';
import { cardIdsOf, newCard } from '../support/new-card.js';
import { newCustomer } from '../support/new-customer.js';
import { hasPrefix, type KeptCards } from './profile-facts.js';
import { testCard } from './test-cards.js';

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
export const stripeCardsArea =
  (kept: KeptCards) =>
  ({ describe, it, itWith }: Suite): void => {
    describe("cards of Stripe's test tokens", () => {
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
          ['fixtures.card'],
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
          ['fixtures.card'],
          `createCard accepts …${number.slice(-4)}, which is declined only when it is charged`,
          async (processor) => {
            const customer = await newCustomer(processor);
            const token = await mustSucceed(processor).createCardToken(testCard(number));
            await newCard(processor, customer, token.id);
          },
        );
      }

      itWith(
        ['fixtures.card'],
        'createCard keeps the card of the token, if cards are sources',
        async (processor) => {
          const token = await mustSucceed(processor).createCardToken(testCard('4242424242424242'));
          const card = await newCard(processor, await newCustomer(processor), token.id);
          assert.equal(
            card.id === token.card.id,
            kept === 'sources',
            'a source is the card of the token, a payment method is not',
          );
        },
      );
    });
  };
