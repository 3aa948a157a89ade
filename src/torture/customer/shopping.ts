import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../journal/journal.js';
import type { Driver, DriverContext } from '../options/driver.js';
import { TortureProblem } from '../options/torture-problem.js';
import type { Incident, IncidentKind, IncidentOf, RequestName } from '../plan/incident.js';
import type { ProcessorUnderTest, RunningOrder } from '../processor/processor-under-test.js';

/** The dependencies of customers and staff in a run. */
export type Shopping = {
  readonly driver: Driver;
  readonly context: DriverContext;
  readonly journal: Journal;
  /** Resolves when the shop is up. */
  readonly whenUp: () => Promise<void>;
} & Pick<ProcessorUnderTest, 'endChallenge' | 'killShop'>;

/** The answer to somebody; `answer` is `null` if there was no answer, and `problem` says why. */
export type Told<A> = {
  readonly answer: A | null;
  readonly problem: string | null;
};

/** Asks the driver for something. A rejection is no answer, unless the run has ended or the driver is at fault. */
const ask = async <A>(
  { context: { signal } }: Shopping,
  call: () => Promise<A>,
): Promise<Told<A>> => {
  try {
    return { answer: await call(), problem: null };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TortureProblem) throw error;
    return { answer: null, problem: error instanceof Error ? error.message : String(error) };
  }
};

const hasHappened = ({ journal }: Shopping, { id }: Incident): boolean =>
  journal.entries().some((entry) => entry.kind === 'incident' && entry.incident === id);

/** Asks the shop for something, and lets happen what the plan does to the answer. Each happens once. */
export const askShop = async <A>(
  shopping: Shopping,
  order: RunningOrder,
  request: RequestName,
  call: () => Promise<A>,
): Promise<Told<A>> => {
  const told = await ask(shopping, call);
  if (told.answer === null) return told;
  const happens = (kind: 'killed_at_answer' | 'reply_lost'): boolean => {
    const incident = order.incidents
      .filter(isKind(kind))
      .find((one) => one.request === request && !hasHappened(shopping, one));
    note(shopping, order, incident);
    return incident !== undefined;
  };
  if (happens('killed_at_answer')) await shopping.killShop();
  return happens('reply_lost')
    ? { answer: null, problem: 'the connection to the shop broke before its response came' }
    : told;
};

/** Whether the shop was killed since an entry of the journal, for the sake of another order: then there is no answer by chance. */
export const isInterrupted = (
  { journal }: Shopping,
  { incidents }: RunningOrder,
  sinceEntry: number,
): boolean =>
  !incidents.some(({ kind }) => kind.startsWith('killed')) &&
  journal
    .entries()
    .slice(sinceEntry)
    .some((entry) => entry.kind === 'shop' && entry.what === 'killed');

/** Waits. Rejects when the run is aborted. Milliseconds. */
export const pause = async ({ context }: Shopping, ms: number): Promise<void> => {
  await sleep(ms, undefined, { signal: context.signal });
};

const isKind =
  <K extends IncidentKind>(kind: K) =>
  (incident: Incident): incident is Incident & IncidentOf<K> =>
    incident.kind === kind;

/** The incident of a kind, if it happens to the order. */
export const incidentOf = <K extends IncidentKind>(
  { incidents }: RunningOrder,
  kind: K,
): IncidentOf<K> | undefined => incidents.find(isKind(kind));

/** Whether a call waits, for an incident, before a request is over. */
export const isHeldIn = (
  { journal }: Shopping,
  { id }: Incident,
  request: Promise<unknown>,
): Promise<boolean> =>
  Promise.race([
    journal.until((entry) => entry.kind === 'held' && entry.incident === id).then(() => true),
    request.then(() => false),
  ]);

/** Notes that an incident happens. */
export const note = (
  { journal }: Shopping,
  { number }: RunningOrder,
  incident: Incident | undefined,
): void => {
  if (incident !== undefined) journal.add(number, { kind: 'incident', incident: incident.id });
};
