import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { magicPaymentMethods, magicTokens } from '../../src/simulator/engine/cards/magic-ids.js';
import { testCards } from '../../src/simulator/engine/cards/test-cards.js';
import type { CardMethodObject } from '../../src/simulator/engine/objects/payment-method.js';
import { engineOperations } from '../../src/simulator/engine/operations.js';
import { cardIn } from '../adapters/outbound/memory/support/card-in.js';
import { cardWithNumber, outcomeOf } from '../adapters/outbound/memory/support/card-payments.js';
import { openShop } from '../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../adapters/outbound/memory/support/outcomes.js';

type Line = {
  readonly number: string;
  readonly names: ReadonlyArray<string>;
  readonly card: string;
  readonly attached: string;
  readonly charged: string;
};

const page = await readFile('docs/test-cards.md', 'utf8');

const [, declined = ''] = /^## Declined$([^]*?)^## /m.exec(page) ?? [];

const codes = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

// A column that would say the same of every card is left out: such cards are Visa cards that pay.
const rows = [...page.matchAll(/^\| (Number \|.*) \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(
  ([, head = '', body = '']) =>
    body
      .trim()
      .split('\n')
      .map((line) => {
        const cells = line.split('|').slice(1, -1);
        const byColumn = new Map(
          head.split(' | ').map((column, index) => [column, (cells[index] ?? '').trim()]),
        );
        return {
          line,
          number: byColumn.get('Number') ?? '',
          names: byColumn.get('Name') ?? '',
          card: byColumn.get('Card') ?? 'Visa',
          charged: byColumn.get('Charged') ?? 'paid',
          details: byColumn.get('Details') ?? '',
        };
      }),
);

const lines: ReadonlyArray<Line> = [
  ...rows.map(({ line, number, names, card, charged, details }) => ({
    number: number.replaceAll('`', ''),
    names: codes(names),
    card,
    // Cards of this section cannot be attached, unless their line says so.
    attached: declined.includes(line) && details !== 'can be attached' ? charged : 'yes',
    charged,
  })),
  ...[...page.matchAll(/`([a-z]{2})` `(\d+)`/g)].map(([, country = '', number = '']) => ({
    number,
    names: country === 'sa' ? [] : [country],
    card: `Visa, ${country.toUpperCase()}`,
    attached: 'yes',
    charged: 'paid',
  })),
];

/** The ids of a name: a token and a payment method, or only the one that its prefix says. */
const idsOf = (name: string): ReadonlyArray<string> =>
  /^(?:tok|pm_card)_/.test(name) ? [name] : [`tok_${name}`, `pm_card_${name}`];

const brands = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
]);

const describeCard = (card: CardMethodObject['card']): string =>
  [
    brands.get(card.brand) ?? card.brand,
    ...(card.funding === 'credit' ? [] : [card.funding]),
    ...(card.country === 'US' ? [] : [card.country]),
  ].join(', ');

const charges: { readonly [outcome: string]: string } = {
  succeeded: 'paid',
  requires_action: '3D Secure',
};

describe('the tables in docs/test-cards.md', () => {
  it('have each test card, each token and each payment method once', () => {
    const numbers = Object.values(testCards).flatMap(({ number, onlyByToken }) =>
      onlyByToken ? [] : [number],
    );
    const documented = lines.flatMap(({ number }) => (number === '' ? [] : [number]));
    expect(documented.toSorted()).to.deep.equal(numbers.toSorted());
    const names = lines.flatMap((line) => line.names.flatMap(idsOf));
    const known = [...magicTokens.keys(), ...magicPaymentMethods.keys()];
    expect(names.toSorted()).to.deep.equal(known.toSorted());
  });

  for (const { number, names, card, attached, charged } of lines) {
    for (const given of [...(number === '' ? [] : [number]), ...names.flatMap(idsOf)]) {
      it(`${given}: ${card}, attached ${attached}, charged ${charged}`, () => {
        const { engine, customer } = openShop();
        const newMethod = (): string => {
          if (given.startsWith('pm_')) return given;
          const data = given.startsWith('tok_') ? { token: given } : cardWithNumber(given);
          return right(
            engine.call(engineOperations.createPaymentMethod, { type: 'card', card: data }),
          ).id;
        };
        const intent = engine.call(engineOperations.createIntent, {
          amount: 1000,
          currency: 'eur',
          confirm: true,
          payment_method: newMethod(),
        });
        const outcome = outcomeOf(intent);
        expect(charges[outcome] ?? `\`${outcome.split(' ').at(-1)}\``).to.equal(charged);
        const attachment = engine.call(engineOperations.attachPaymentMethod, {
          customer,
          payment_method: newMethod(),
        });
        if (E.isRight(attachment)) {
          expect(attached).to.equal('yes');
          expect(describeCard(cardIn(attachment.right))).to.equal(card);
          if (number !== '') expect(cardIn(attachment.right).last4).to.equal(number.slice(-4));
        } else {
          const { code, decline_code = code } = refusal(attachment);
          expect(`\`${decline_code}\``).to.equal(attached);
        }
      });
    }
  }
});
