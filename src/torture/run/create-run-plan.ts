import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeCause } from '../../application/describe-cause.js';
import { isAnsweredLater } from '../../domain/reconciliation/answered-later.js';
import type { ShopOrder } from '../../domain/reconciliation/shop-order.js';
import { createShopper, type Shopper } from '../customer/shopper.js';
import { pause, type Shopping } from '../customer/shopping.js';
import { createStaff, type Staff } from '../customer/staff.js';
import { defaultCallMs } from '../driver/create-driver.js';
import { createJournal, type JournalEntry } from '../journal/journal.js';
import type { ForgedEvent, Ledgers } from '../judge/ledger.js';
import type { Driver } from '../options/driver.js';
import type { TortureOptions } from '../options/torture-options.js';
import { TortureProblem } from '../options/torture-problem.js';
import { dayPasses, takesTime } from '../plan/incident.js';
import type { Plan, PlannedOrder } from '../plan/plan.js';
import type { ProcessorUnderTest, RunningOrder } from '../processor/processor-under-test.js';
import type { ProgramEnvironment } from '../program/program-group.js';
import { inLanes } from './in-lanes.js';
import { openStage, type StageSettings } from './open-stage.js';
import type { PlayedOrder } from './read-ledgers.js';
import { matchShopOrders, readLedgers } from './read-ledgers.js';
import type { RunPlan, RunResult } from './run-result.js';
import { settle } from './settle.js';
import { untilMended } from './until-mended.js';

/** An order, and who has to do with it. */
type Party = {
  readonly order: RunningOrder;
  readonly shopper: Shopper;
  readonly staff: Staff;
};

/** Gives an order the names of this run. */
const createParty = (planned: PlannedOrder, token: string, shopping: Shopping): Party => {
  const id = `o${planned.number}-${token}`;
  const order = { ...planned, id, email: `${id}@example.com` };
  return { order, shopper: createShopper(order, shopping), staff: createStaff(order, shopping) };
};

/** The answers to the parties until now. */
const playedBy = ({ order, shopper, staff }: Party): PlayedOrder => ({
  order,
  answers: shopper.answers(),
  cameBackWithGoodCard: shopper.cameBackWithGoodCard(),
  refunds: staff.asked(),
});

type RunSetUp = {
  readonly options: Pick<TortureOptions, 'shop' | 'settle' | 'callMs'>;
  readonly driver: Driver;
  /** The environment that the shop inherits. */
  readonly environment: ProgramEnvironment;
  readonly onEntry?: (entry: JournalEntry) => void;
  readonly onOrderDone?: () => void;
};

/** By then the banks have answered direct debits. Seconds. */
const debitsAnswered = 15 * 60;

/** How long nobody comes back to an order. Seconds. */
const waitOf = ({ order }: Party): number =>
  Math.max(
    ...order.incidents.map((incident) => {
      if (incident.kind === 'comes_back') return incident.seconds;
      return incident.kind === 'day_passes' ? (incident.seconds ?? dayPasses) : 0;
    }),
  );

// A shop that is overloaded, or whose circuit breaker is open, asks for some seconds.
const betweenVisitsMs = 1000;

const mostReads = 3;

const isAnswerOfShop = (entry: JournalEntry): boolean =>
  ((entry.kind === 'answered' || entry.kind === 'refund_answered') && entry.answer !== null) ||
  (entry.kind === 'webhook' && entry.status !== null) ||
  (entry.kind === 'shop' && entry.what === 'started');

// Webhooks that a killed shop did not accept come again. A shop that refuses them is not waited for.
const mostIdleMs = 2000;
const idlePollMs = 10;

const untilIdle = async (
  { busy }: Pick<ProcessorUnderTest, 'busy'>,
  signal: AbortSignal,
): Promise<void> => {
  for (let waited = 0; busy() > 0 && waited < mostIdleMs; waited += idlePollMs) {
    await sleep(idlePollMs, undefined, { signal });
  }
};

const play = async (
  plan: Plan,
  { options, driver, environment, onEntry, onOrderDone }: RunSetUp,
  given: Pick<StageSettings, 'signal' | 'onProblem' | 'onStarted'>,
): Promise<RunResult> => {
  const journal = createJournal(() => performance.now(), onEntry);
  const token = randomBytes(3).toString('hex');
  const methods = plan.orders.map(({ method = 'card' }) => method);
  const stage = { ...given, options: options.shop, environment, methods, journal, token };
  const { shop, processor, context } = await openStage(stage);
  const shopping = {
    driver,
    context,
    journal,
    whenUp: shop.whenUp,
    endChallenge: processor.endChallenge,
    killShop: processor.killShop,
  };
  const { callMs = defaultCallMs } = options;
  const parties = plan.orders.map((order) => createParty(order, token, shopping));

  const readOrders = async (): Promise<ReadonlyArray<ShopOrder>> => {
    let hasHung = false;
    for (let reads = 1; ; reads += 1) {
      await shop.whenUp();
      try {
        return await driver.orders(context);
      } catch (cause) {
        given.signal.throwIfAborted();
        if (cause instanceof TortureProblem) throw cause;
        if (reads % mostReads > 0) continue;
        if (!hasHung) {
          hasHung = true;
          const since = journal.entries().findLast(isAnswerOfShop)?.at ?? 0;
          journal.add(null, { kind: 'shop_hung', since, problem: describeCause(cause) });
          await processor.killShop();
          continue;
        }
        throw new TortureProblem(
          `orders() got no response: ${describeCause(cause)}. A shop whose orders cannot be read cannot be judged`,
          { cause },
        );
      }
    }
  };
  let waking: Promise<unknown> | null = null;
  /** Resolves when the shop answers, if need be after a start. Customers at the same time wait together. */
  const untilAwake = async (): Promise<void> => {
    waking ??= readOrders().finally(() => {
      waking = null;
    });
    await waking;
  };
  const settled = () => settle({ ...options.settle, journal, processor, readOrders, ...given });
  /** The customers of some orders who came back in vain come once more. */
  const comeAgain = async (
    orders: ReadonlySet<number | null>,
    isOver: () => boolean,
  ): Promise<void> => {
    const turnedAway = parties.filter(
      ({ order, shopper }) => orders.has(order.number) && shopper.isTurnedAway(),
    );
    if (turnedAway.length === 0) return;
    await pause(shopping, betweenVisitsMs);
    await inLanes(plan.atOnce, turnedAway, async ({ shopper }) => {
      if (!isOver()) await shopper.comeAgain();
    });
  };
  const found = new Set<string>();
  /** Reads the ledgers of some orders, and again and again while the shop may still put them right. */
  const readAt = async (
    when: Ledgers['when'],
    isRead: (order: number) => boolean,
  ): Promise<Ledgers> => {
    const read = (): Ledgers => {
      const all = readLedgers(when, parties.map(playedBy), latest.shopOrders, processor, journal);
      return { ...all, orders: all.orders.filter(({ order }) => isRead(order)) };
    };
    const ledgers = await untilMended({
      read,
      again: async (orders, isOver) => {
        await comeAgain(orders, isOver);
        latest = await settled();
      },
      found,
      now: journal.now,
      patienceMs: options.settle?.patienceMs,
    });
    journal.add(null, { kind: 'judged', when });
    return ledgers;
  };
  const incidentsThatHappened = () =>
    new Set(
      journal.entries().flatMap((entry) => (entry.kind === 'incident' ? [entry.incident] : [])),
    );

  const partiesCutOff = () => {
    const happened = incidentsThatHappened();
    return parties.filter(({ order }) =>
      order.incidents.some(
        (incident) =>
          takesTime(incident) && (incident.kind === 'comes_back' || happened.has(incident.id)),
      ),
    );
  };

  await inLanes(plan.atOnce, parties, async ({ order, shopper, staff }) => {
    processor.expect(order);
    if (plan.atOnce === 1) processor.turnTo(order.number);
    const begun = journal.now();
    await shopper.shop();
    // So that the next customers do not wait in vain, each as long.
    if (shopper.answers().at(-1) === null && journal.now() - begun >= callMs) await untilAwake();
    if (shopper.isPaid()) await staff.refund(shopper.shopOrder());
    // One after the other, each with what comes after it: no order disturbs another.
    if (plan.atOnce === 1) await untilIdle(processor, given.signal);
    onOrderDone?.();
  });
  processor.turnTo(null);
  let latest = await settled();
  const cutOff = partiesCutOff();
  // Until the day has passed, the shop cannot finish these, whatever it does.
  const waiting = new Set(cutOff.map(({ order }) => order.number));
  const first = await readAt('settled', (order) => !waiting.has(order));

  /** Whoever of them does not know how it ended comes back. */
  const visit = async (some: ReadonlyArray<Party>): Promise<void> => {
    const orderOf = matchShopOrders(parties.map(playedBy), processor);
    const wantsMore = ({ order, shopper }: Party) =>
      shopper.wantsMore(latest.shopOrders.filter((one) => orderOf(one) === order.number));
    const visitors = some.filter((party) => party.staff.isInDoubt() || wantsMore(party));
    if (visitors.length === 0) return;
    await inLanes(plan.atOnce, visitors, async (party) => {
      await party.staff.repeat();
      if (wantsMore(party)) await party.shopper.comeBack();
    });
    latest = await settled();
  };
  const passTime = async (seconds: number): Promise<void> => {
    processor.advance(seconds);
    try {
      await driver.advance?.(seconds, context);
    } catch (cause) {
      if (cause instanceof TortureProblem) throw cause;
      throw new TortureProblem(`advance() failed: ${describeCause(cause)}`, { cause });
    }
  };

  /** Days later the banks answer direct debits. Orders by other methods have come to their end, and are not judged again. */
  const readWhenAnswered = async (debited: ReadonlyArray<Party>): Promise<Ledgers> => {
    processor.advance(debitsAnswered);
    latest = await settled();
    const numbers = new Set(debited.map(({ order }) => order.number));
    return readAt('answered', (order) => numbers.has(order));
  };

  /** Tells the shop, with a wrong signature, that an order was paid which nobody paid. */
  const forgeEvent = async ({ orders }: Ledgers): Promise<ForgedEvent | null> => {
    const unpaid = orders.find(
      ({ shopOrders, payments, method }) =>
        !isAnsweredLater(method) &&
        shopOrders.length > 0 &&
        shopOrders.every(({ state }) => state === 'open' || state === 'failed') &&
        payments.every(
          ({ captured, held, status }) => captured + held === 0 && status !== 'processing',
        ),
    );
    const forged = unpaid === undefined ? null : await processor.forge(unpaid.order);
    if (unpaid === undefined || forged === null) return null;
    latest = await settled();
    const isPaid = processor
      .payments()
      .some(({ order, captured, held }) => order === unpaid.order && captured + held > 0);
    if (isPaid) return null;
    const belongsTo = matchShopOrders(parties.map(playedBy), processor);
    journal.add(null, { kind: 'judged', when: 'forged' });
    return {
      ...forged,
      order: unpaid.order,
      before: unpaid.shopOrders,
      after: latest.shopOrders.filter((shopOrder) => belongsTo(shopOrder) === unpaid.order),
    };
  };

  processor.endIncidents();
  await visit(parties.filter((party) => !cutOff.includes(party)));
  // An hour, then a day, then a week: each comes back when it is time.
  const waits = [...new Set(cutOff.map(waitOf))].toSorted((one, other) => one - other);
  for (const [place, seconds] of waits.entries()) {
    await passTime(seconds - (waits[place - 1] ?? 0));
    const back = cutOff.filter((party) => waitOf(party) === seconds);
    const leavers = back.filter(({ order }) =>
      order.incidents.some(({ kind }) => kind === 'comes_back'),
    );
    if (leavers.length > 0) {
      // The jobs of the shop come first.
      await settled();
      await inLanes(plan.atOnce, leavers, async ({ shopper }) => shopper.goOn());
      latest = await settled();
    }
    await visit(back);
  }
  const second = await readAt('visited', () => true);
  const debited = parties.filter(({ order }) => isAnsweredLater(order.method));
  const third = debited.length === 0 ? [] : [await readWhenAnswered(debited)];
  const orderOf = matchShopOrders(parties.map(playedBy), processor);
  const read = [first, second, ...third];
  const forged = await forgeEvent(read.at(-1) ?? second);
  return {
    plan,
    ledgers:
      forged === null ? read : [...read.slice(0, -1), { ...(read.at(-1) ?? second), forged }],
    otherShopOrders: latest.shopOrders.filter((shopOrder) => orderOf(shopOrder) === null),
    journal: journal.entries(),
    happened: incidentsThatHappened(),
    settled: latest.settled,
    took: journal.now(),
  };
};

/** Makes runs of plans. Each has a processor and a shop of its own, which are ended with it. */
export const createRunPlan =
  (setUp: RunSetUp): RunPlan =>
  async (plan, signal) => {
    signal.throwIfAborted();
    const ending = new AbortController();
    const { signal: ended } = ending;
    const end = (reason: unknown) => ending.abort(reason);
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const aborted = new Promise<never>((_, reject) => {
      const fail = () =>
        reject(ended.reason instanceof Error ? ended.reason : new Error(String(ended.reason)));
      ended.addEventListener('abort', fail, { once: true });
    });
    const closers: Array<() => Promise<void>> = [];
    const closeAll = async () => {
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
    };

    const running = play(plan, setUp, {
      signal: ended,
      onProblem: end,
      onStarted: (close) => {
        closers.push(close);
      },
    });
    try {
      return await Promise.race([running, aborted]);
    } finally {
      end(new Error('the run is over'));
      signal.removeEventListener('abort', onAbort);
      await closeAll();
      // Programs that were being started when the run was aborted.
      await running.catch(() => undefined);
      await closeAll();
    }
  };
