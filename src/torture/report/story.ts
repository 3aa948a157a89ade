import { countText, foreignText } from '../../domain/text/words.js';
import type { CommitEntry, JournalEntry } from '../journal/journal.js';
import type { Ledgers } from '../judge/ledger.js';
import type { Plan, PlannedOrder } from '../plan/plan.js';
import type { RunResult } from '../run/run-result.js';
import { callSentences } from './call-sentences.js';
import { customerSentences, isOfCustomer } from './customer-sentences.js';
import { describeIncident } from './describe-incident.js';
import { ledgerSentences } from './ledger-sentences.js';
import { momentAt, type StoryLine, type StoryPart } from './story-part.js';
import { webhookSentences } from './webhook-sentences.js';
import { durationText, secondsText } from './wording.js';

/** The records at a moment: the processor, the shop, the customer, the staff. */
type Ending = {
  readonly when: Ledgers['when'];
  /** Empty: it was like that in the end. */
  readonly title: string;
  readonly ledger: ReadonlyArray<readonly [who: string, what: string]>;
};

/** The events of an order, and its findings. */
export type Story = {
  readonly order: PlannedOrder;
  /** The incidents of the order, each a clause: `the response to the shop's second call is lost`. */
  readonly incidents: ReadonlyArray<{ readonly text: string; readonly happened: boolean }>;
  readonly lines: ReadonlyArray<StoryLine>;
  /** When everything had settled, and if that changed something, after the customer had come back. */
  readonly endings: ReadonlyArray<Ending>;
};

const killed = 'the shop was killed';
const upAgain = 'the shop was up again';

// The shop's program is killed and frozen for all orders.
const ofTheShop = (entry: JournalEntry, order: number): StoryPart | null => {
  const cause =
    entry.order === null || entry.order === order ? '' : ` (because of order ${entry.order})`;
  switch (entry.kind) {
    case 'shop': {
      const text = {
        started: upAgain,
        killed: `${killed}${cause}`,
        frozen: `the shop stood still${cause}`,
        thawed: 'the shop went on',
        stopped: null,
      }[entry.what];
      const isFault = entry.what === 'killed' || entry.what === 'frozen';
      return text === null
        ? null
        : momentAt(entry.at, 'shop', 'shop', text, { tone: isFault ? 'incident' : 'plain' });
    }
    case 'shop_died': {
      const last = entry.output.trim().split('\n').at(-1) ?? '';
      return momentAt(
        entry.at,
        'shop',
        'shop',
        `the shop ended by itself${entry.code === null ? '' : `, with code ${entry.code}`}${last === '' ? '' : `: ${foreignText(last)}`}`,
        { tone: 'bad' },
      );
    }
    case 'shop_hung':
      return momentAt(
        entry.at,
        'shop',
        'shop',
        `the shop had not responded since ${secondsText(entry.since)}: ${foreignText(entry.problem)}`,
        { tone: 'bad' },
      );
    case 'clock':
      return momentAt(
        entry.at,
        'processor',
        'processor',
        `${durationText(entry.seconds * 1000)} passed`,
        { tone: 'incident' },
      );
    case 'judged':
      return entry.when === 'settled'
        ? momentAt(entry.at, 'processor', 'processor', 'everything had settled')
        : null;
    default:
      return null;
  }
};

const commitEnds: { readonly [E in CommitEntry['ended']]: string } = {
  committed: 'committed',
  unanswered: 'committed, but the shop was not told',
  refused: 'taken back by the database',
  broken: 'the connection broke before the commit',
};

const commitSentence = ({ at, name, ended }: JournalEntry & CommitEntry): StoryPart => ({
  ...momentAt(
    at,
    'shop',
    'shop',
    `the shop wrote to its database (${name}): ${commitEnds[ended]}`,
    {
      tone: ended === 'committed' ? 'plain' : 'incident',
    },
  ),
  isMinor: ended === 'committed',
});

// Incidents that no other entry shows.
const toldByItself = new Set([
  'webhook_late',
  'webhook_twice',
  'webhooks_reversed',
  'webhook_first',
  'events_late',
]);

const partsOf = (
  journal: ReadonlyArray<JournalEntry>,
  order: PlannedOrder,
): ReadonlyArray<StoryPart> => {
  const { number, incidents, currency } = order;
  const callSentence = callSentences(order);
  const customerSentence = customerSentences(order);
  const webhookSentence = webhookSentences(
    journal.flatMap((entry) =>
      entry.kind === 'shop' && entry.what === 'killed' ? [entry.at] : [],
    ),
  );
  return journal.flatMap((entry): ReadonlyArray<StoryPart> => {
    if (entry.order === number) {
      if (entry.kind === 'call') return [callSentence(entry)];
      if (entry.kind === 'webhook') return [webhookSentence(entry)];
      if (entry.kind === 'commit') return [commitSentence(entry)];
      if (isOfCustomer(entry)) return [customerSentence(entry)];
      if (entry.kind === 'forged') {
        const { type, status } = entry;
        const text = `somebody else sent the webhook ${type}, with a wrong signature: ${status === null ? 'no response' : `the shop responded with ${status}`}`;
        return [momentAt(entry.at, 'processor', 'shop', text, { tone: 'incident' })];
      }
    }
    if (entry.kind === 'incident') {
      const incident = incidents.find(({ id }) => id === entry.incident);
      return incident === undefined || !toldByItself.has(incident.kind)
        ? []
        : [
            momentAt(entry.at, 'processor', 'processor', describeIncident(incident, currency), {
              tone: 'incident',
            }),
          ];
    }
    const told = ofTheShop(entry, number);
    return told === null ? [] : [told];
  });
};

const isWebhook = ({ from, to }: StoryPart): boolean => from === 'processor' && to === 'shop';

// Whether something else happened while a part was under way, so that its outcome is told by itself. Of webhooks only those count
// that the shop had handled by then.
const isInterrupted = (part: StoryPart, parts: ReadonlyArray<StoryPart>): boolean =>
  part.outcome !== null &&
  !part.isWhole &&
  parts.some((other) => {
    const isInside = (time: number): boolean => time > part.begins && time < part.ends;
    if (other === part) return false;
    if (!isWebhook(other)) return isInside(other.begins) || isInside(other.ends);
    return !isWebhook(part) && isInside(other.begins) && isInside(other.ends);
  });

type Line = StoryLine & Pick<StoryPart, 'alike'> & { readonly suffix: string };

const linesOf = (part: StoryPart, isSplit: boolean): ReadonlyArray<Line> => {
  const { begins, ends, from, to, lost, tone, text, outcome, name, alike } = part;
  const suffix = outcome === null ? '' : `: ${outcome}`;
  if (!isSplit) return [{ at: begins, from, to, lost, tone, text, alike, suffix }];
  const isLostThere = lost === 'there';
  return [
    {
      at: begins,
      from,
      to,
      lost: isLostThere ? lost : null,
      tone: 'plain',
      text,
      alike: null,
      suffix: '',
    },
    {
      at: ends,
      from: to,
      to: from,
      lost: lost === 'back' ? 'there' : null,
      tone,
      text: name,
      alike: null,
      suffix,
    },
  ];
};

const merged = (lines: ReadonlyArray<Line>): ReadonlyArray<StoryLine> => {
  const groups: Array<Array<Line>> = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.alike !== null && last?.[0]?.alike?.key === line.alike.key) last.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { alike, suffix, ...line } = first;
    const items = [...new Set(group.map((one) => one.alike?.item ?? ''))];
    // The same read several times counts each time.
    const listed = items.length === 1 ? group.map(() => items[0] ?? '') : items;
    const text =
      alike === null ? line.text : alike.text(line.from === 'processor' ? items : listed);
    return [{ ...line, text: `${text}${suffix}` }];
  });
};

// So many restarts in a row are told one by one.
const mostRestarts = 3;

/** Tells many restarts in a row, which are mostly for other orders, in one line after the first of them. */
const withFewRestarts = (lines: ReadonlyArray<StoryLine>): ReadonlyArray<StoryLine> => {
  const isRestart = (at: number): boolean =>
    lines[at]?.text.startsWith(killed) === true && lines[at + 1]?.text === upAgain;
  const restartsFrom = (at: number): number => {
    let count = 0;
    while (isRestart(at + 2 * count)) count += 1;
    return count;
  };
  const told: Array<StoryLine> = [];
  let place = 0;
  while (place < lines.length) {
    const restarts = restartsFrom(place);
    const alone = restarts > mostRestarts ? 2 : Math.max(1, 2 * restarts);
    told.push(...lines.slice(place, place + alone));
    const [next] = lines.slice(place + alone, place + 2 * restarts);
    if (next !== undefined) {
      told.push({ ...next, text: `${killed} ${restarts - 1} more times, and was up again` });
    }
    place += Math.max(alone, 2 * restarts);
  }
  return told;
};

const isEnd = (entry: JournalEntry): boolean => entry.kind === 'judged' && entry.when !== 'settled';

// Nobody does anything to the order before its customer comes, nor after its last entry. When the ledgers have been read, the tool
// itself breaks off what is under way.
const timesOf = (
  journal: ReadonlyArray<JournalEntry>,
  order: number,
): readonly [first: number, last: number] => {
  const end = journal.findLast(isEnd)?.at ?? Number.POSITIVE_INFINITY;
  const own = journal
    .filter((entry) => entry.order === order && entry.at <= end)
    .map(({ at }) => at);
  // There may be more than a function takes as arguments.
  return own.reduce(
    ([first, last], at) => [Math.min(first, at), Math.max(last, at)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
};

const beginOf = (entry: JournalEntry): number => {
  if (entry.kind === 'call') return entry.at - entry.ms;
  return entry.kind === 'webhook' ? entry.since : entry.at;
};

const titles: { readonly [W in Ledgers['when']]: string } = {
  settled: 'When everything had settled',
  visited: 'After the customer had come back',
  answered: 'After the bank had answered',
};

const endingsOf = (ledgers: ReadonlyArray<Ledgers>, number: number): ReadonlyArray<Ending> => {
  const endings = ledgers.flatMap(({ when, orders }) =>
    orders
      .filter(({ order }) => order === number)
      .map((ledger) => ({ when, title: titles[when], ledger: ledgerSentences(ledger) })),
  );
  const different = new Set(endings.map(({ ledger }) => JSON.stringify(ledger)));
  return different.size > 1 ? endings : endings.slice(-1).map((one) => ({ ...one, title: '' }));
};

/** Tells what happened to an order in a run. `details`: with what the shop only read, and with webhooks that are not about money. */
export const tellStory = (
  { journal, ledgers, happened }: RunResult,
  order: PlannedOrder,
  { details }: { readonly details: boolean },
): Story => {
  const [first, last] = timesOf(journal, order.number);
  // Keys and charges are counted as the calls began: an entry is written when its call is over.
  const near = journal
    .filter(({ at }) => at >= first && at <= last)
    .toSorted((a, b) => beginOf(a) - beginOf(b));
  const parts = partsOf(near, order).filter(({ isMinor }) => details || !isMinor);
  const lines = parts
    .flatMap((part) => linesOf(part, isInterrupted(part, parts)))
    .toSorted((a, b) => a.at - b.at);

  return {
    order,
    incidents: order.incidents.map((incident) => ({
      text: describeIncident(incident, order.currency),
      happened: happened.has(incident.id),
    })),
    lines: withFewRestarts(merged(lines)).map((line) => ({
      ...line,
      at: Math.max(0, line.at - first),
    })),
    endings: endingsOf(ledgers, order.number),
  };
};

/** `one order, two incidents`. */
export const planSizeText = ({ orders }: Plan): string =>
  `${countText(orders.length, 'order')}, ${countText(
    orders.reduce((sum, { incidents }) => sum + incidents.length, 0),
    'incident',
  )}`;
