import type { PlanOptions } from '../plan/plan-options.js';
import type { Driver } from './driver.js';

/** A program and its arguments. */
export type ProgramOptions = {
  /** `['node', 'shop.mjs']` */
  readonly command: ReadonlyArray<string>;
  /** Absent: the folder of the configuration file; without such a file, the working directory. */
  readonly cwd?: string;
  /** Added to the tool's environment. */
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * How the shop runs. It has to stay in the foreground: with its program everything ends that it started. Texts may have
 * placeholders, and `{{port}}` is the text `{port}`:
 *
 * - `{processor}`: address of the processor, `http://127.0.0.1:4242`; also `{processorHost}` and `{processorPort}`
 * - `{apiKey}`, `{publishableKey}`, `{webhookSecret}`: what the shop needs to use it
 * - `{port}`: a free port for the shop
 * - `{folder}`: an empty folder, another one in each run, for instance for a database. It is removed after the run
 * - `{proxy}`, `{ca}`, `{redirect}`: for shops that call `https://api.stripe.com` and take no other address
 */
export type ShopOptions = ProgramOptions & {
  /** Absent: `http://127.0.0.1:{port}`. */
  readonly url?: string;
  /** Path that answers, with any status below 500, once the shop is ready. Absent: `/`. */
  readonly ready?: string;
  /** Path at which the shop receives webhooks. Absent: it registers its endpoints itself, or has none. */
  readonly webhook?: string;
  /** Types of events that come to `webhook`, as one chooses them in Stripe's dashboard. Absent: all. */
  readonly events?: ReadonlyArray<string>;
  /** Called before each run, while the shop is not running, to empty its database. Not needed with `{folder}`. */
  readonly reset?: () => unknown;
  /** How long a start may take. Milliseconds; absent: 30 000. */
  readonly startMs?: number;
};

/** When a run counts as settled. */
export type SettleOptions = {
  /** For so long nothing must have happened: no call, no webhook, no change of an order. Milliseconds; absent: 1000. */
  readonly quietMs?: number;
  /** The longest time to wait. Milliseconds; absent: 30 000. */
  readonly mostMs?: number;
};

/** Options of `torture`, and what a configuration file exports. */
export type TortureOptions = Partial<Driver> & {
  readonly shop: ShopOptions;
  /** A driver in another language, in place of the functions `pay`, `orders` and so on. It has no placeholders: each call tells it where the shop is. */
  readonly driver?: ProgramOptions;
  readonly plan?: PlanOptions;
  readonly settle?: SettleOptions;
  /** How long a call of the driver may take. Milliseconds; absent: 15 000. */
  readonly callMs?: number;
  /** Whether failing runs are shrunk. Absent: `true`. */
  readonly shrink?: boolean;
};
