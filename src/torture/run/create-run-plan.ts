import { randomBytes } from 'node:crypto';
import { createShopper, type Shopper } from '../customer/shopper.js';
import type { Shopping } from '../customer/shopping.js';
import { createStaff, type Staff } from '../customer/staff.js';
import type { Driver, DriverContext, ShopOrder } from '../driver/driver.js';
import { createJournal, type JournalEntry } from '../journal/journal.js';
import { placeholdersIn } from '../options/placeholders.js';
import type { ShopOptions, TortureOptions } from '../options/torture-options.js';
import { TortureProblem } from '../options/torture-problem.js';
import { createProcessorUnderTest } from '../processor/create-processor-under-test.js';
import type { RunningOrder } from '../processor/processor-under-test.js';
import type { Environment } from '../program/program-group.js';
import { createShopProgram } from '../shop/create-shop-program.js';
import { createStandIn } from '../stand-in/stand-in.js';
import { matchShopOrders, type PlayedOrder, readLedgers } from './read-ledgers.js';
import type { RunPlan } from './run-result.js';
import { settle } from './settle.js';

export type RunSetUp = {
  readonly options: Pick<TortureOptions, 'shop' | 'settle'>;
  readonly driver: Driver;
  /** The environment that the shop inherits. */
  readonly environment: Environment;
  readonly onEntry?: (entry: JournalEntry) => void;
  readonly onOrderDone?: () => void;
};

/** An order, and who has to do with it. */
type Party = { readonly order: RunningOrder; readonly shopper: Shopper; readonly staff: Staff };

/** The processor keeps keys for 24 hours. Seconds. */
const dayPassed = 25 * 60 * 60;

const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const inLanes = async <A>(
  lanes: number,
  list: ReadonlyArray<A>,
  work: (element: A) => Promise<void>,
): Promise<void> => {
  const queue = list.values();
  const lane = async () => {
    for (const element of queue) await work(element);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

const played = ({ order, shopper, staff }: Party): PlayedOrder => ({
  order,
  answers: shopper.answers(),
  triedGoodCard: shopper.triedGoodCard(),
  refunds: staff.asked(),
});

const standsInForStripe = ({ command, env = {} }: ShopOptions): boolean =>
  [...command, ...Object.values(env)]
    .flatMap(placeholdersIn)
    .some((name) => ['proxy', 'ca', 'redirect'].includes(name));

/** Makes runs of plans. Each has a processor and a shop of its own, which are ended with it. */
export const createRunPlan =
  ({ options, driver, environment, onEntry, onOrderDone }: RunSetUp): RunPlan =>
  async (plan, signal) => {
    signal.throwIfAborted();
    const ending = new AbortController();
    const end = (reason: unknown) => ending.abort(reason);
    const onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const closers: Array<() => Promise<void>> = [];

    const run: () => ReturnType<RunPlan> = async () => {
      const journal = createJournal(() => performance.now(), onEntry);
      const token = randomBytes(3).toString('hex');
      const placeholders: Record<string, string> = {};
      const shop = await createShopProgram({
        shop: options.shop,
        values: () => placeholders,
        environment,
        onEntry: (entry) => journal.add(null, entry),
        onProblem: end,
      });
      closers.push(shop.stop);
      const processor = await createProcessorUnderTest({
        journal,
        shop: {
          restart: shop.restart,
          freeze: shop.freeze,
          whenUp: shop.whenUp,
        },
        webhookUrl: shop.webhookUrl,
        ...(options.shop.events && { webhookTypes: options.shop.events }),
        seed: token,
        onProblem: end,
      });
      closers.push(processor.close);
      const context: DriverContext = {
        url: shop.url,
        processor: processor.url,
        publishableKey: processor.publishableKey,
        folder: shop.folder,
        signal: ending.signal,
      };
      const { hostname, port } = new URL(processor.url);
      Object.assign(placeholders, {
        processor: processor.url,
        processorHost: hostname,
        processorPort: port,
        apiKey: processor.apiKey,
        publishableKey: processor.publishableKey,
        webhookSecret: processor.webhookSecret,
      });
      if (standsInForStripe(options.shop)) {
        const { close, ...values } = await createStandIn({ target: processor.url });
        closers.push(close);
        Object.assign(placeholders, values);
      }
      await shop.start();

      const shopping: Shopping = {
        driver,
        context,
        journal,
        whenUp: shop.whenUp,
        endChallenge: processor.endChallenge,
      };
      const parties = plan.orders.map((planned): Party => {
        const id = `o${planned.number}-${token}`;
        const order = { ...planned, id, email: `${id}@example.com` };
        return {
          order,
          shopper: createShopper(order, shopping),
          staff: createStaff(order, shopping),
        };
      });

      const readOrders = async (): Promise<ReadonlyArray<ShopOrder>> => {
        for (let tries = 1; ; tries += 1) {
          await shop.whenUp();
          try {
            return await driver.orders(context);
          } catch (error) {
            ending.signal.throwIfAborted();
            if (error instanceof TortureProblem) throw error;
            if (tries < 3) continue;
            throw new TortureProblem(
              `orders() had no answer: ${describe(error)}. The tool cannot judge a shop whose orders it cannot read`,
              { cause: error },
            );
          }
        }
      };
      const settled = () =>
        settle({
          ...options.settle,
          journal,
          busy: processor.busy,
          readOrders,
          signal: ending.signal,
        });
      const ledgersOf = (when: 'settled' | 'visited', shopOrders: ReadonlyArray<ShopOrder>) => {
        journal.add(null, { kind: 'judged', when });
        return readLedgers(when, parties.map(played), shopOrders, processor, journal);
      };
      const happened = () =>
        new Set(
          journal.entries().flatMap((entry) => (entry.kind === 'incident' ? [entry.incident] : [])),
        );
      const advanceShop = async (seconds: number): Promise<void> => {
        try {
          await driver.advance?.(seconds, context);
        } catch (cause) {
          throw cause instanceof TortureProblem
            ? cause
            : new TortureProblem(`advance() of the driver failed: ${describe(cause)}`, { cause });
        }
      };

      await inLanes(plan.atOnce, parties, async ({ order, shopper, staff }) => {
        processor.expect(order);
        await shopper.shop();
        if (shopper.isPaid()) await staff.refund(shopper.shopOrder());
        onOrderDone?.();
      });
      let latest = await settled();
      const first = ledgersOf('settled', latest.shopOrders);

      const visit = async (some: ReadonlyArray<Party>): Promise<void> => {
        const numberOf = matchShopOrders(parties.map(played), processor);
        const known = ({ order }: Party) =>
          latest.shopOrders.filter((shopOrder) => numberOf(shopOrder) === order.number);
        const visitors = some.filter(
          (party) => party.staff.isInDoubt() || party.shopper.wantsMore(known(party)),
        );
        if (visitors.length === 0) return;
        await inLanes(plan.atOnce, visitors, async (party) => {
          await party.staff.repeat();
          if (party.shopper.wantsMore(known(party))) await party.shopper.comeBack();
        });
        latest = await settled();
      };

      processor.endIncidents();
      const isCutOff = ({ order }: Party) =>
        order.incidents.some(({ id, kind }) => kind === 'day_passes' && happened().has(id));
      const cutOff = parties.filter(isCutOff);
      await visit(parties.filter((party) => !cutOff.includes(party)));
      if (cutOff.length > 0) {
        processor.advance(dayPassed);
        await advanceShop(dayPassed);
        await visit(cutOff);
      }
      const second = ledgersOf('visited', latest.shopOrders);
      const orderOf = matchShopOrders(parties.map(played), processor);
      return {
        plan,
        ledgers: [first, second],
        otherShopOrders: latest.shopOrders.filter((shopOrder) => orderOf(shopOrder) === null),
        journal: journal.entries(),
        happened: happened(),
        settled: latest.settled,
        took: journal.now(),
      };
    };

    const closeAll = async () => {
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
    };
    const aborted = new Promise<never>((_, reject) => {
      const { signal: ended } = ending;
      const fail = () =>
        reject(ended.reason instanceof Error ? ended.reason : new Error(String(ended.reason)));
      ending.signal.addEventListener('abort', fail, { once: true });
    });
    const running = run();
    try {
      return await Promise.race([running, aborted]);
    } finally {
      end(new Error('the run is over'));
      signal.removeEventListener('abort', onAbort);
      await closeAll();
      // What was being started when the run was aborted.
      await running.catch(() => undefined);
      await closeAll();
    }
  };
