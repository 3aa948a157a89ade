import { amountText } from '../../domain/money/amount-text.js';
import type { JournalEntry } from '../journal/journal.js';
import type { Incident } from '../plan/incident.js';
import type { PlannedOrder } from '../plan/plan.js';
import { isAtCall } from '../processor/incident-book.js';
import type { StoryPart } from './story-part.js';
import { durationText, ordinalText, shortIds } from './wording.js';

type Entry = Extract<JournalEntry, { readonly kind: 'call' }>;

// Other calls, such as a change of metadata, answer with a payment that was charged before.
const charges = (path: string): boolean =>
  /^\/v1\/(payment_intents|charges)$|\/(confirm|capture)$/.test(path);

// The effects of the plan's incidents on a call.
const incidentClause = (
  { done, status, error }: Entry,
  incidents: ReadonlyArray<Incident>,
): string | null => {
  for (const incident of incidents) {
    switch (incident.kind) {
      case 'request_lost':
        return 'the request was lost before the processor saw it';
      case 'answer_lost':
        return 'the response was lost';
      case 'answer_cut':
        return 'the response broke off in the middle';
      case 'answer_late':
        return status === null
          ? `the response was ${durationText(incident.ms)} late, and the shop did not wait for it`
          : `the response was ${durationText(incident.ms)} late`;
      case 'refused':
        return `the processor did nothing, and responded with ${incident.status}`;
      case 'killed':
        if (status !== null) return 'the shop was killed right after it had the response';
        return `the shop was killed ${done ? 'before it had the response' : 'before the processor did anything'}`;
      case 'frozen':
        return `the shop stood still for ${durationText(incident.ms)} meanwhile`;
      case 'day_passes':
        return 'the response was lost, and 25 hours passed';
      default:
    }
  }
  if (status === null) return done ? 'the shop got no response' : 'it was broken off';
  return status >= 400
    ? `the processor responded with ${status}${error === null ? '' : ` ${error}`}`
    : null;
};

// Nobody saw when it ended.
const endsUnseen = (incidents: ReadonlyArray<Incident>): boolean =>
  incidents.some(({ kind }) =>
    ['killed', 'request_lost', 'answer_lost', 'answer_cut', 'day_passes'].includes(kind),
  );

const isByTheTool = (incidents: ReadonlyArray<Incident>): boolean =>
  incidents.some(({ kind }) => kind !== 'webhook_first');

const lostWay = ({ status, processorStatus }: Entry): StoryPart['lost'] => {
  if (status !== null) return null;
  return processorStatus === null ? 'there' : 'back';
};

/** Turns the calls of a story into sentences, one after the other: keys and charges are counted. */
export const callSentences = ({
  amount: owed,
  currency,
  incidents,
}: Pick<PlannedOrder, 'amount' | 'currency' | 'incidents'>): ((entry: Entry) => StoryPart) => {
  const keys: Array<string> = [];
  const paths = new Set<string>();
  const amounts = new Map<string, number>();
  const charged = new Set<string>();
  const refunds = new Set<string>();

  const keyClause = (key: string | null, isRepeated: boolean): string => {
    if (key === null) return isRepeated ? ', without a key' : ' without a key';
    const isKnown = keys.includes(key);
    if (!isKnown) keys.push(key);
    const letter = String.fromCodePoint(65 + (keys.indexOf(key) % 26));
    if (!isRepeated) return ` with key ${letter}`;
    return isKnown ? `, with the same key (${letter})` : `, with another key (${letter})`;
  };

  const effect = (entry: Entry): readonly [text: string | null, isBad: boolean] => {
    const { object, state, done, replayed, amount, path } = entry;
    if (object === null || !done) return [null, false];
    if (amount !== null && !amounts.has(object)) amounts.set(object, amount);
    if (replayed) return ['the processor repeated its first response', false];
    if (charges(path) && state === 'succeeded' && !charged.has(object)) {
      charged.add(object);
      const money = amountText(amount ?? amounts.get(object) ?? owed, currency);
      return charged.size === 1
        ? [`charge of ${money} (${object})`, false]
        : [`${ordinalText(charged.size)} charge of ${money} (${object})`, true];
    }
    if ((object.startsWith('re_') || path.endsWith('/refund')) && !refunds.has(object)) {
      refunds.add(object);
      const money = amount === null ? 'refund' : `refund of ${amountText(amount, currency)}`;
      return [
        `${refunds.size === 1 ? '' : `${ordinalText(refunds.size)} `}${money} (${object})`,
        false,
      ];
    }
    return [state === null ? object : `${object} is ${state}`, false];
  };

  return (entry) => {
    const path = shortIds(entry.path);
    const name = `${entry.method} ${path}`;
    const isRepeated = paths.has(name);
    paths.add(name);
    const isRead = entry.method === 'GET';
    const who = entry.byBrowser ? "the customer's browser" : 'the shop';
    const place = { ...entry, to: entry.name, tries: entry.attempt };
    const at = incidents.filter((incident) => isAtCall(incident, place));
    const [did, isBad] = isRead ? [entry.state, false] : effect(entry);
    const happened = incidentClause(entry, at);
    const outcome = [did === null ? [] : shortIds(did), happened ?? []].flat().join(', but ');
    const usual = happened !== null && isByTheTool(at) ? 'incident' : 'plain';
    return {
      begins: entry.at - entry.ms,
      ends: entry.at,
      from: who === 'the shop' ? 'shop' : 'customer',
      to: 'processor',
      lost: lostWay(entry),
      tone: isBad ? 'bad' : usual,
      text: isRead
        ? `${who} read ${path}`
        : `${who} called ${name}${isRepeated ? ' again' : ''}${keyClause(entry.key, isRepeated)}`,
      outcome: outcome === '' ? null : outcome,
      isWhole: endsUnseen(at),
      isMinor: isRead && usual === 'plain',
      name,
      alike: isRead
        ? {
            key: `${name} ${outcome}`,
            item: name,
            text: (items) =>
              `${who} read ${path}${items.length === 1 ? '' : ` ${items.length} times`}`,
          }
        : null,
    };
  };
};
