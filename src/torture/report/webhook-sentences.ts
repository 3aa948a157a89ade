import type { JournalEntry } from '../journal/journal.js';
import { foreignText, listText } from '../judge/words.js';
import type { StoryPart } from './story-part.js';

type Entry = Extract<JournalEntry, { readonly kind: 'webhook' }>;

const isAccepted = ({ status }: Entry): boolean => status !== null && status >= 200 && status < 300;

const webhooksText = (items: ReadonlyArray<string>): string =>
  `the ${items.length === 1 ? 'webhook' : 'webhooks'} ${listText(items)}`;

const droppedText = (items: ReadonlyArray<string>): string =>
  `${webhooksText(items)} did not reach the shop`;

/** Turns webhooks into sentences, one after the other: an event that came before comes a second time, or is tried again. */
export const webhookSentences = (): ((entry: Entry) => StoryPart) => {
  const seen = new Set<string>();
  return (entry) => {
    const { event, type, attempt, status, error, since, at } = entry;
    const place = { begins: since, ends: at, from: 'processor', to: 'shop', name: type } as const;
    if (error === 'dropped') {
      return {
        ...place,
        ends: since,
        lost: 'there',
        tone: 'incident',
        text: droppedText([type]),
        outcome: null,
        alike: { key: 'dropped', item: type, text: droppedText },
      };
    }
    const isGood = isAccepted(entry);
    const tried = attempt > 1 ? ` (try ${attempt})` : '';
    const again = attempt === 1 && seen.has(event) ? ' a second time' : tried;
    seen.add(event);
    const refusal =
      status === null ? `no answer (${foreignText(error ?? 'unknown')})` : `answered ${status}`;
    return {
      ...place,
      lost: status === null ? 'back' : null,
      tone: isGood ? 'plain' : 'bad',
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
