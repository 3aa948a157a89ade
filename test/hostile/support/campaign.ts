import { createDice, type Dice } from '../../../src/torture/plan/dice.js';
import { at } from '../../support/json/at.js';
import type { World } from './attack.js';
import { envelopeProblem } from './envelope.js';
import { exchange, type RawResponse } from './exchange.js';
import { createRequests, type GeneratedRequest, type Known } from './generated-request.js';
import { book, emptyLedger, type Ledger } from './ledger.js';

type Settings = {
  readonly address: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly seed: number;
  readonly requests: number;
  /** Ids that exist already. */
  readonly world: World;
  /** Texts that no failure may contain. */
  readonly secrets: ReadonlyArray<string>;
};

/** The outcomes of the requests. */
export type Outcome = {
  /** Everything that must not be, with the request. */
  readonly problems: ReadonlyArray<string>;
  readonly answered: Ledger;
  /** Requests whose response was incomplete or did not come. */
  readonly unanswered: number;
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
};

const atOnce = 8;
// A broken request may be one that the server waits for the rest of.
const patienceMs = 20;

const isHead = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === 'HEAD ';

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, 1500));

/** Pages and documents, which are not in the envelope. */
const isDocument = ({ status, headers, text }: RawResponse): boolean => {
  const type = headers.get('content-type') ?? '';
  return (
    status === 304 ||
    (status >= 300 && status < 400) ||
    !type.startsWith('application/json') ||
    /^\{"(?:status":"(?:ok|ready|unavailable)"|openapi")/.test(text)
  );
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends generated requests to a service, several at once, and checks each response. */
export const runCampaign = async ({
  address,
  apiKey,
  webhookSecret,
  seed,
  requests,
  world,
  secrets,
}: Settings): Promise<Outcome> => {
  const known: Known = {
    customer: [world['customer'] ?? ''],
    payment: [world['payment'] ?? ''],
    charge: [world['charge'] ?? ''],
  };
  const problems: Array<string> = [];
  const answered = emptyLedger();
  const statuses = new Map<number, number>();
  const paymentOfKey = new Map<string, string>();
  let [left, unanswered] = [requests, 0];

  const learn = (response: RawResponse): void => {
    if (response.status >= 300 || !response.headers.get('content-type')?.includes('json')) return;
    const data = at(parsed(response.text), 'data');
    const object = at(data, 'object');
    const id = at(data, 'id');
    if (typeof id !== 'string') return;
    book(answered, data);
    const kind = object === 'payment_intent' ? 'payment' : 'customer';
    if (id.startsWith('cus_') || object === 'payment_intent') {
      if (known[kind].length < 300) known[kind].push(id);
    }
    const charge = at(data, 'latest_charge');
    if (typeof charge === 'string' && known.charge.length < 300) known.charge.push(charge);
  };

  const check = (sent: GeneratedRequest, response: RawResponse): void => {
    const { status, text } = response;
    const report = (problem: string): void => {
      problems.push(`${problem}: ${status} ${text.slice(0, 300)} to ${shown(sent.bytes)}`);
    };
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) report('a status of 500 or more');
    const toHead = isHead(sent.bytes);
    if (!toHead && !isDocument(response)) {
      const problem = envelopeProblem(response);
      if (problem !== null) report(problem);
    }
    if (status >= 400 && secrets.some((secret) => text.includes(secret))) report('a secret');
    learn(response);

    const { cents, key, isBroken } = sent;
    if (isBroken || toHead) return;
    const data = at(parsed(text), 'data');
    if (cents === null && status < 400) report('an amount that must be refused');
    if (typeof cents === 'number') {
      if (status === 201 && at(data, 'amount') !== cents) report(`not ${cents} cents`);
      if (status === 400) report(`${cents} cents were refused`);
    }
    if (key !== undefined && status === 201 && at(data, 'object') === 'payment_intent') {
      const id = String(at(data, 'id'));
      const before = paymentOfKey.get(key);
      if (before !== undefined && before !== id) report(`the key paid ${before} before`);
      paymentOfKey.set(key, id);
    }
  };

  const sendOne = async (sent: GeneratedRequest): Promise<void> => {
    const { responses, rest } = await exchange(
      address,
      sent.bytes,
      sent.isBroken ? { patienceMs } : {},
    );
    for (const response of responses) check(sent, response);
    // A request that Node could not parse gets a body even if it began with HEAD.
    const isWhole = rest === '' || isHead(sent.bytes);
    if (!sent.isBroken && (responses.length !== 1 || !isWhole)) {
      problems.push(
        `${responses.length} responses and ${JSON.stringify(rest.slice(0, 100))} to ${shown(sent.bytes)}`,
      );
    }
    if (responses.length === 0 || rest !== '') unanswered += 1;
  };

  // Both arrive before either is answered. Responses to HEAD have no body, and could not be told apart.
  const sendPair = async (pair: readonly [GeneratedRequest, GeneratedRequest]): Promise<void> => {
    const { responses } = await exchange(address, Buffer.concat(pair.map(({ bytes }) => bytes)), {
      patienceMs: 1000,
    });
    for (const [index, response] of responses.entries()) {
      const sent = pair[index];
      if (sent !== undefined) check(sent, response);
    }
    unanswered += Math.max(0, pair.length - responses.length);
  };

  const cutOff = async (sent: GeneratedRequest, dice: Dice): Promise<void> => {
    const part = dice.chance(0.5)
      ? sent.bytes
      : sent.bytes.subarray(0, dice.below(sent.bytes.length));
    const { responses } = await exchange(address, part, { hangUp: true });
    for (const response of responses) check({ ...sent, isBroken: true }, response);
    if (responses.length === 0) unanswered += 1;
  };

  const work = async (worker: number): Promise<void> => {
    const dice = createDice(seed * 1000 + worker);
    const keys = `key-${seed}-${requests}-${worker}`;
    const draw = createRequests(dice, { apiKey, webhookSecret, known, keys });
    while (left > 0) {
      left -= 1;
      const kind = dice.below(100);
      if (kind < 5) await cutOff(draw.next(), dice);
      else if (kind < 10) {
        left -= 1;
        const first = draw.next(true);
        if (isHead(first.bytes)) await sendOne(draw.next());
        else await sendPair([first, draw.next()]);
      } else {
        const sent = draw.next();
        const isTwice = sent.key !== undefined && dice.chance(0.5);
        if (isTwice) left -= 1;
        await Promise.all([sendOne(sent), ...(isTwice ? [sendOne(sent)] : [])]);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
  return { problems, answered, unanswered, statuses };
};

/** The statuses that came, with how often, for a line of a report. */
export const shownStatuses = ({ statuses }: Outcome): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');
