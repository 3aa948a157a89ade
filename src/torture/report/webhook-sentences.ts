import { foreignText, listText } from '../../domain/text/words.js';
import type { JournalEntry } from '../journal/journal.js';
import type { StoryPart } from './story-part.js';

type Entry = Extract<JournalEntry, { readonly kind: 'webhook' }>;

const isAccepted = ({ status }: Entry): boolean => status !== null && status >= 200 && status < 300;

const webhooksText = (items: ReadonlyArray<string>): string =>
  `the ${items.length === 1 ? 'webhook' : 'webhooks'} ${listText(items)}`;

const droppedText = (items: ReadonlyArray<string>): string =>
  `${webhooksText(items)} did not reach the shop`;

// News about money, and not that something was created.
const isAboutMoney = (type: string): boolean =>
  /succeeded|fail|refund|cancel|capturable|requires_action|completed|expired|dispute/.test(type);

// A connection breaks a little before or after the program has ended.
const nearMs = 20;

/**
 * Turns webhooks into sentences, one after the other: an event that came before comes a second time, or is tried again. `kills`: when
 * the tool killed the shop.
 */
export const webhookSentences = (kills: ReadonlyArray<number>): ((entry: Entry) => StoryPart) => {
  // When the shop had accepted an event for the first time.
  const accepted = new Map<string, number>();
  return (entry) => {
    const { event, type, attempt, status, error, since, at } = entry;
    const place = { begins: since, ends: at, from: 'processor', to: 'shop', name: type } as const;
    const isMinor = !isAboutMoney(type);
    if (error === 'dropped') {
      return {
        ...place,
        isWhole: true,
        isMinor,
        ends: since,
        lost: 'there',
        tone: 'incident',
        text: droppedText([type]),
        outcome: null,
        alike: { key: 'dropped', item: type, text: droppedText },
      };
    }
    const isGood = isAccepted(entry);
    const tried = attempt > 1 ? ` (attempt ${attempt})` : '';
    const isKnown = (accepted.get(event) ?? Number.POSITIVE_INFINITY) <= since;
    const again = isKnown ? ' a second time' : tried;
    if (isGood && !accepted.has(event)) accepted.set(event, at);
    const isKilled =
      status === null && kills.some((kill) => kill >= since - nearMs && kill <= at + nearMs);
    const noResponse = isKilled
      ? 'no response, because the shop was killed'
      : `no response (${foreignText(error ?? 'unknown')})`;
    const refusal = status === null ? noResponse : `the shop responded with ${status}`;
    const refusedTone = isKilled ? 'incident' : 'bad';
    return {
      ...place,
      lost: status === null ? 'back' : null,
      tone: isGood ? 'plain' : refusedTone,
      isWhole: isGood || isKilled,
      isMinor: isMinor && (isGood || isKilled),
      text: `${webhooksText([type])} came${again}`,
      outcome: isGood ? 'accepted' : refusal,
      alike: {
        key: `webhook ${again} ${isGood ? 'accepted' : refusal}`,
        item: type,
        text: (items) => `${webhooksText(items)} came${again}`,
      },
    };
  };
};
