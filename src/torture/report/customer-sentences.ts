import { amountText } from '../../domain/money/amount-text.js';
import { foreignText } from '../../domain/text/words.js';
import type { CustomerEntry, JournalEntry } from '../journal/journal.js';
import type { PayMethod } from '../plan/pay-method.js';
import type { PlannedOrder } from '../plan/plan.js';
import { momentAt, type StoryPart } from './story-part.js';
import { challengeText, toldText } from './wording.js';

const kinds = ['pays', 'answered', 'challenge', 'refunds', 'refund_answered'] as const;

type Entry = Extract<JournalEntry, { readonly kind: CustomerEntry['kind'] }>;

/** Whether an entry is about the customer or the staff. */
export const isOfCustomer = (entry: JournalEntry): entry is Entry =>
  kinds.some((kind) => kind === entry.kind);

// As in "the customer paid 19.99 EUR by iDEAL".
const byMethod: { readonly [M in PayMethod]: string } = {
  bancontact: ' by Bancontact',
  bizum: ' by Bizum',
  card: '',
  ideal: ' by iDEAL',
  sepa_debit: ' by direct debit',
};

const toldSentence = (
  entry: Extract<Entry, { readonly kind: 'answered' | 'refund_answered' }>,
  method: PayMethod,
): StoryPart => {
  const who = entry.kind === 'answered' ? 'the customer' : 'the staff';
  if (entry.answer === null) {
    const why = entry.problem === null ? '' : ` (${foreignText(entry.problem)})`;
    return momentAt(entry.at, 'shop', 'customer', `${who} got no response${why}`, {
      lost: 'there',
    });
  }
  const { outcome, message } = entry.answer;
  const payment = entry.kind === 'answered' ? entry.answer.payment : undefined;
  const said = message === undefined ? '' : ` (${foreignText(message)})`;
  const told = toldText(outcome, payment, method);
  return momentAt(entry.at, 'shop', 'customer', `${who} was ${told}${said}`, {
    tone: outcome === 'paid' || outcome === 'refunded' ? 'good' : 'plain',
  });
};

/** Turns what the customer and the staff did, and what they were told, into sentences, one after the other. */
export const customerSentences = ({
  amount,
  currency,
  method = 'card',
}: Pick<PlannedOrder, 'amount' | 'currency' | 'method'>): ((entry: Entry) => StoryPart) => {
  let last: string | undefined;

  const paying = (entry: Extract<Entry, { readonly kind: 'pays' }>): string => {
    const key = entry.key === last ? 'the same key' : 'another key';
    last = entry.key;
    return {
      first: `the customer paid ${amountText(amount, currency)}${byMethod[method]}`,
      double_click: `the customer pressed the button a second time, with ${key}`,
      second_tab: `the customer paid in a second tab, with ${key}`,
      retries: `the customer tried again, with ${key}`,
      other_card: `the customer took another card, with ${key}`,
      visits: `the customer came back and tried with a good card, with ${key}`,
    }[entry.why];
  };

  return (entry) => {
    const { at } = entry;
    switch (entry.kind) {
      case 'pays':
        return momentAt(at, 'customer', 'shop', paying(entry));
      case 'refunds':
        return momentAt(
          at,
          'customer',
          'shop',
          {
            first: `the staff gave back ${amountText(entry.amount, currency)}`,
            double_click: 'the staff pressed the button of the refund a second time',
            visits: 'the staff, without a response, pressed the button of the refund again',
          }[entry.why],
        );
      case 'challenge':
        return momentAt(
          at,
          'customer',
          entry.ends === 'left' ? 'customer' : 'processor',
          {
            approved: `the customer passed ${challengeText(entry.payment, method)}`,
            refused: `the customer failed ${challengeText(entry.payment, method)}`,
            left: `the customer left ${challengeText(entry.payment, method)} alone`,
            closed: `the customer passed ${challengeText(entry.payment, method)}, and closed it before it led back to the shop`,
            late: `the customer passed ${challengeText(entry.payment, method)} after the page had given up`,
            declined: `the customer's card was declined on ${challengeText(entry.payment, method)}`,
          }[entry.ends],
        );
      case 'answered':
      case 'refund_answered':
        return toldSentence(entry, method);
    }
  };
};
