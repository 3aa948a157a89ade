import {
  aFlag,
  aFunction,
  also,
  aText,
  aWholeNumber,
  type Described,
  optional,
  options,
  type Problems,
  problemsOf,
  textThat,
  together,
  withoutProblems,
} from '../../application/checked-input.js';
import { isPlainObject, objectFields } from '../../domain/input/json.js';
import { eventTypes } from '../../simulator/index.js';
import { longestMs } from '../plan/incident.js';
import { currenciesOfShop, PlanOptions } from '../plan/plan-options.js';
import { someOf } from '../plan/some-of.js';
import type { Driver } from './driver.js';
import {
  fillPlaceholders,
  isPlaceholder,
  placeholderProblems,
  placeholdersIn,
} from './placeholders.js';

const milliseconds = aWholeNumber(1, longestMs);

const aCommand = withoutProblems<ReadonlyArray<string>>((value, name) => {
  if (typeof value === 'string' && value.trim() !== '') {
    const words = value.trim().split(/\s+/);
    return [`${name} must be an array: [${words.map((word) => `'${word}'`).join(', ')}]`];
  }
  return Array.isArray(value) && value.length > 0
    ? value.flatMap((text: unknown, index) =>
        typeof text === 'string' && (index > 0 || text !== '')
          ? []
          : [`${name}[${index}] must be a text`],
      )
    : [`${name} must be an array with a program and its arguments, such as ['node', 'shop.mjs']`];
});

const anEnvironment = withoutProblems<Readonly<Record<string, string>>>((value, name) =>
  isPlainObject(value)
    ? Object.entries(value).flatMap(([variable, text]) =>
        typeof text === 'string'
          ? []
          : [
              `${name}.${variable} must be a text${typeof text === 'number' ? `, such as '${text}'` : ''}`,
            ],
      )
    : [`${name} must be an object with the variables and their texts`],
);

type ProblemsOfText = (text: string, name: string) => Problems;

const eachText =
  (problemsOfText: ProblemsOfText) =>
  (texts: ReadonlyArray<string> | Readonly<Record<string, string>>, name: string): Problems =>
    Object.entries(texts).flatMap(([key, text]) =>
      problemsOfText(text, Array.isArray(texts) ? `${name}[${key}]` : `${name}.${key}`),
    );

const noPlaceholders: ProblemsOfText = (text, name) =>
  placeholdersIn(text)
    .filter(isPlaceholder)
    .map(
      (one) =>
        `${name} has the placeholder {${one}}, but only the shop has them: a driver outlives the runs, and each call tells it where the shop is`,
    );

const aPath = textThat("must be a path that begins with /, such as '/webhooks'", (text) =>
  /^\/(?!\/)/.test(text),
);

const aShopUrl = textThat(
  "must be the shop's address, such as 'http://localhost:{port}'. {port} is the only placeholder here",
  (text) => {
    const url = fillPlaceholders(text, { port: '20000' });
    return (
      /^https?:\/\//i.test(url) &&
      URL.canParse(url) &&
      !/[?#]/.test(url) &&
      placeholdersIn(text).every((name) => name === 'port')
    );
  },
);

const aDatabase = textThat(
  "must be the address of a PostgreSQL, such as 'postgres://shop@127.0.0.1:5432/shop'",
  (text) => {
    const { protocol, hostname } = URL.canParse(text)
      ? new URL(text)
      : { protocol: '', hostname: '' };
    return /^postgres(?:ql)?:$/.test(protocol) && hostname !== '';
  },
);

const programFields = (problemsOfText: ProblemsOfText): Described<ProgramOptions> => ({
  command: also(aCommand, eachText(problemsOfText)),
  cwd: optional(aText),
  env: optional(also(anEnvironment, eachText(problemsOfText))),
});

/** A program and its arguments. */
export type ProgramOptions = {
  /** `['node', 'shop.mjs']` */
  readonly command: ReadonlyArray<string>;
  /** Absent: the folder of the configuration file; without such a file, the working directory. */
  readonly cwd?: string;
  /** Added to the tool's environment. */
  readonly env?: Readonly<Record<string, string>>;
};

const ProgramOptions = options<ProgramOptions>(programFields(noPlaceholders));

/**
 * How the shop runs. It has to stay in the foreground: with its program everything ends that it started. Texts may have
 * placeholders, and `{{port}}` is the text `{port}`:
 *
 * - `{processor}`: address of the processor, `http://127.0.0.1:4242`; also `{processorHost}` and `{processorPort}`
 * - `{apiKey}`, `{publishableKey}`, `{webhookSecret}`: what the shop needs to use it
 * - `{port}`: a free port for the shop
 * - `{folder}`: an empty folder, another one in each run, for instance for a database. It is removed after the run
 * - `{database}`: address of a proxy before the PostgreSQL of the option `database`
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
  /**
   * Address of the shop's PostgreSQL, without TLS: `postgres://shop@127.0.0.1:5432/shop`. With it the shop is told `{database}` in its place,
   * and its commits are disturbed too.
   */
  readonly database?: string;
  /** Called before each run, while the shop is not running, to empty its database. Not needed with `{folder}`. */
  readonly reset?: () => unknown;
  /** How long a start may take. Milliseconds; absent: 30 000. */
  readonly startMs?: number;
};

const ShopOptions = options<ShopOptions>({
  ...programFields(placeholderProblems),
  url: optional(
    also(aText, (text, name) => {
      const unknown = placeholderProblems(text, name);
      return unknown.length > 0 ? unknown : problemsOf(aShopUrl, text, name);
    }),
  ),
  ready: optional(aPath),
  webhook: optional(aPath),
  events: optional(someOf<string>('a type of event', eventTypes)),
  database: optional(aDatabase),
  reset: optional(aFunction()),
  startMs: optional(milliseconds),
});

/** When a run counts as settled. */
export type SettleOptions = {
  /** For so long nothing must have happened: no call, no webhook, no change of an order. Milliseconds; absent: 1000. */
  readonly quietMs?: number;
  /** The longest time to wait. Milliseconds; absent: 30 000. */
  readonly mostMs?: number;
  /**
   * How long a run waits for an order that looks wrong and that the shop may still put right: by an event that it tries again, or by a
   * job. Milliseconds; absent: 15 000; 0: it does not wait.
   */
  readonly patienceMs?: number;
};

const SettleOptions = options<SettleOptions>({
  quietMs: optional(milliseconds),
  mostMs: optional(milliseconds),
  patienceMs: optional(aWholeNumber(0, longestMs)),
});

const driverFunctions: Described<Omit<Partial<Driver>, 'currencies'>> = {
  pay: optional(aFunction()),
  orders: optional(aFunction()),
  refund: optional(aFunction()),
  comeBack: optional(aFunction()),
  advance: optional(aFunction()),
  close: optional(aFunction()),
};

const problemsTogether = ({
  shop,
  driver,
  ...others
}: {
  readonly [name: string]: unknown;
}): Problems => {
  const functions = Object.keys(driverFunctions).filter((name) => others[name] !== undefined);
  const missing = ['pay', 'orders'].filter((name) => others[name] === undefined);
  const { command, env, url, webhook, events, database } = objectFields(shop);
  const texts = Object.values({ ...objectFields(command), ...objectFields(env) }).map(String);
  const used = new Set(texts.flatMap(placeholdersIn));
  const hasCommand = Array.isArray(command) && command.length > 0;
  const isTold = (...names: ReadonlyArray<string>): boolean => names.some((name) => used.has(name));
  return [
    ...(shop === undefined
      ? [
          "shop is missing: it says how the shop is started, such as { command: ['node', 'shop.mjs'], env: { PORT: '{port}', STRIPE_URL: '{processor}' } }",
        ]
      : []),
    ...(driver !== undefined && functions.length > 0
      ? [
          `there is a driver, and there are the functions ${functions.join(', ')}: pass either, as the program of the driver responds to all calls`,
        ]
      : []),
    ...(driver === undefined
      ? missing.map(
          (name) =>
            `${name} is missing: ${name === 'pay' ? 'a function that pays an order at the shop' : "a function that returns the shop's orders"}, or a driver in another language`,
        )
      : []),
    ...(events !== undefined && webhook === undefined
      ? ['shop.events needs shop.webhook, the path to which events of these types go']
      : []),
    ...(hasCommand && (database !== undefined) !== isTold('database')
      ? [
          database === undefined
            ? 'the placeholder {database} needs shop.database, the address of the PostgreSQL'
            : "the shop is not told the address of the proxy before its database: put {database} into shop.env, such as { DATABASE_URL: '{database}' }",
        ]
      : []),
    ...(hasCommand && url === undefined && !isTold('port')
      ? [
          "the shop is not told its port: put {port} into shop.env, such as { PORT: '{port}' }, or into shop.command. A shop with a port of its own needs shop.url",
        ]
      : []),
    ...(hasCommand && !isTold('processor', 'processorHost', 'processorPort', 'proxy', 'redirect')
      ? [
          "the shop is not told where the processor is: put {processor} into shop.env, such as { STRIPE_URL: '{processor}' }, or into shop.command. For a shop that takes no other address than https://api.stripe.com there are {proxy} and {redirect}",
        ]
      : []),
  ];
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

export const TortureOptions = together(
  options<TortureOptions>({
    // Its absence has a message of its own.
    shop: withoutProblems((shop, name) =>
      shop === undefined ? [] : problemsOf(ShopOptions, shop, name),
    ),
    ...driverFunctions,
    currencies: optional(currenciesOfShop),
    driver: optional(ProgramOptions),
    plan: optional(PlanOptions),
    settle: optional(SettleOptions),
    callMs: optional(milliseconds),
    shrink: optional(aFlag),
  }),
  problemsTogether,
);
