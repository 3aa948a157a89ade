import { textAt } from '../../../../support/json/at.js';
import type { Recorder } from './recorder.js';

/** Cards for the payments. */
export type RecordedCards = {
  readonly good: string;
  /** Its charges are declined. */
  readonly declined: string;
  /** Its charges require 3D Secure. */
  readonly challenged: string;
};

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };

const tokenize = { operation: 'tokenizeCard', status: 201 } as const;
const assign = { operation: 'assignCard', status: 201 } as const;

// Every test account has these, so that the examples can be sent as they are.
const cards: RecordedCards = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  challenged: 'pm_card_authenticationRequired',
};

/** Records the examples of cards, and returns cards to pay with. */
export const recordCards = async (
  { record, prepare }: Recorder,
  userId: string,
): Promise<RecordedCards> => {
  const tokenOf = async (number: string): Promise<string> =>
    textAt(await prepare({ ...tokenize, body: { ...card, number } }), 'data.token_id');
  const cardOf = async (number: string): Promise<string> => {
    const body = { userId, source: await tokenOf(number) };
    return textAt(await prepare({ ...assign, body }), 'data.cardId');
  };

  const token = await record({ ...tokenize, name: 'success', summary: 'A card', body: card });
  await record({
    ...tokenize,
    name: 'missing',
    summary: 'Required fields are missing',
    body: { number: card.number },
    status: 400,
  });
  await record({
    ...tokenize,
    name: 'incorrect_number',
    summary: 'A number that no card has',
    body: { ...card, number: '4242424242424241' },
    status: 402,
  });

  const source = textAt(token, 'data.token_id');
  await record({
    ...assign,
    name: 'success',
    summary: 'The card behind a token',
    body: { userId, source },
  });
  await record({
    ...assign,
    name: 'missing',
    summary: 'No token',
    body: { userId },
    status: 400,
  });
  await record({
    ...assign,
    name: 'token_already_used',
    summary: 'A token that was used before',
    body: { userId, source },
    status: 400,
  });
  await record({
    ...assign,
    name: 'declined',
    summary: 'A card that its bank declines',
    body: { userId, source: await tokenOf('4000000000000002') },
    status: 402,
  });
  await record({
    ...assign,
    name: 'not_found',
    summary: 'An unknown customer',
    body: { userId: 'cus_unknown', source: 'tok_visa' },
    status: 404,
  });

  const spare = await cardOf('5555555555554444');

  const makeDefault = { operation: 'setDefaultCard', status: 200 } as const;
  await record({
    ...makeDefault,
    name: 'success',
    summary: 'Another card',
    body: { userId, default_source: spare },
  });
  await record({
    ...makeDefault,
    name: 'missing',
    summary: 'No card is named',
    body: { userId },
    status: 400,
  });
  await record({
    ...makeDefault,
    name: 'not_found',
    summary: 'An unknown customer',
    body: { userId: 'cus_unknown', default_source: spare },
    status: 404,
  });

  const remove = { operation: 'removeCard', status: 200 } as const;
  await record({
    ...remove,
    name: 'success',
    summary: 'A card',
    body: { userId, cardId: spare },
  });
  await record({
    ...remove,
    name: 'missing',
    summary: 'No card is named',
    body: { userId },
    status: 400,
  });
  await record({
    ...remove,
    name: 'not_found',
    summary: 'A card that was removed before',
    body: { userId, cardId: spare },
    status: 404,
  });

  const list = { operation: 'listCards', status: 200 } as const;
  await record({ ...list, name: 'success', summary: 'All cards', params: { id: userId } });
  await record({
    ...list,
    name: 'not_found',
    summary: 'An unknown customer',
    params: { id: 'cus_unknown' },
    status: 404,
  });
  await record({
    ...list,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });
  return cards;
};
