import {
  aFlag,
  aFunction,
  aText,
  aWholeNumber,
  must,
  optional,
  options,
  problemsOfOptions,
  type Rule,
  type Rules,
} from '../../application/checked-options.js';
import { nearestName } from '../../domain/field-names.js';
import { isPlainObject, objectFields } from '../../domain/json.js';
import { eventTypes } from '../../simulator/index.js';
import { incidentKinds } from '../plan/plan-file.js';
import type { PlanOptions } from '../plan/plan-options.js';
import type { Driver } from './driver.js';
import {
  fillPlaceholders,
  isPlaceholder,
  placeholderProblems,
  placeholdersIn,
} from './placeholders.js';
import type {
  ProgramOptions,
  SettleOptions,
  ShopOptions,
  TortureOptions,
} from './torture-options.js';
import { TortureProblem } from './torture-problem.js';

// Longer timers would run out at once.
const longestMs = 2_147_483_647;
const mostOrders = 10_000;
const mostAtOnce = 200;
// In a message that says which words there are.
const mostListed = 30;

const milliseconds = aWholeNumber(1, longestMs);

/** Accepts a value that passes both rules. The second sees only what has passed the first. */
const both =
  (first: Rule, second: Rule): Rule =>
  (value, name) => {
    const problems = first(value, name);
    return problems.length > 0 ? problems : second(value, name);
  };

const placeholdersKnown: Rule = (value, name) => placeholderProblems(String(value), name);

const aTemplate = both(aText, placeholdersKnown);

const aCommand: Rule = (value, name) => {
  if (typeof value === 'string' && value.trim() !== '') {
    const words = value.trim().split(/\s+/);
    return [`${name} must be an array: [${words.map((word) => `'${word}'`).join(', ')}]`];
  }
  return Array.isArray(value) && value.length > 0
    ? value.flatMap((text, index) =>
        must('must be a text', () => typeof text === 'string' && (index > 0 || text !== ''))(
          text,
          `${name}[${index}]`,
        ),
      )
    : [`${name} must be an array with a program and its arguments, such as ['node', 'shop.mjs']`];
};

const anEnvironment: Rule = (value, name) =>
  isPlainObject(value)
    ? Object.entries(value).flatMap(([variable, text]) =>
        typeof text === 'string'
          ? []
          : [
              `${name}.${variable} must be a text${typeof text === 'number' ? `, such as '${text}'` : ''}`,
            ],
      )
    : [`${name} must be an object with the variables and their texts`];

const eachText =
  (rule: Rule): Rule =>
  (value, name) =>
    Object.entries(objectFields(value)).flatMap(([key, text]) =>
      rule(text, Array.isArray(value) ? `${name}[${key}]` : `${name}.${key}`),
    );

const aPath: Rule = must(
  "must be a path that begins with /, such as '/webhooks'",
  (value) => typeof value === 'string' && /^\/(?!\/)/.test(value),
);

const aShopUrl: Rule = must(
  "must be the shop's address, such as 'http://localhost:{port}'. {port} is the only placeholder here",
  (value) => {
    const text = typeof value === 'string' ? value : '';
    const url = fillPlaceholders(text, { port: '20000' });
    return (
      /^https?:\/\//i.test(url) &&
      URL.canParse(url) &&
      !/[?#]/.test(url) &&
      placeholdersIn(text).every((name) => name === 'port')
    );
  },
);

const noPlaceholders: Rule = (value, name) =>
  placeholdersIn(String(value))
    .filter(isPlaceholder)
    .map(
      (one) =>
        `${name} has the placeholder {${one}}, but only the shop has them: a driver outlives the runs, and each call tells it where the shop is`,
    );

/** Accepts an array of known words. `what`: one of them, for messages. */
const someOf =
  (what: string, known: ReadonlyArray<string>): Rule =>
  (value, name) => {
    if (!Array.isArray(value)) return [`${name} must be an array`];
    return value.map(String).flatMap((word) => {
      if (known.includes(word)) return [];
      const nearest = nearestName(known)(word);
      const alike = known.filter((one) => one.startsWith(`${word.split('.')[0]}.`));
      const others = `. There are ${(alike.length > 0 ? alike : known.slice(0, mostListed)).join(', ')}`;
      return [
        `${name} has '${word}', which is not ${what}${nearest === null ? others : ` (did you mean ${nearest}?)`}`,
      ];
    });
  };

const programRules: Rules<ProgramOptions> = {
  command: both(aCommand, eachText(noPlaceholders)),
  cwd: optional(aText),
  env: optional(both(anEnvironment, eachText(noPlaceholders))),
};

const shopRules: Rules<ShopOptions> = {
  command: both(aCommand, eachText(placeholdersKnown)),
  cwd: optional(aText),
  env: optional(both(anEnvironment, eachText(placeholdersKnown))),
  url: optional(both(aTemplate, aShopUrl)),
  ready: optional(aPath),
  webhook: optional(aPath),
  events: optional(someOf('a type of event', eventTypes)),
  reset: optional(aFunction),
  startMs: optional(milliseconds),
};

const amountsWanted =
  'must be a range of minor units, such as { from: 100, to: 20000 }, or a list of prices, such as [1999, 500]';

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const someAmounts: Rule = must(amountsWanted, (value) => {
  if (Array.isArray(value)) return value.length > 0 && value.every(isAmount);
  const { from, to, ...others } = objectFields(value);
  return (
    isAmount(from) && isAmount(to) && Number(from) <= Number(to) && Object.keys(others).length === 0
  );
});

const planRules: Rules<PlanOptions> = {
  orders: optional(aWholeNumber(1, mostOrders)),
  seed: optional(aWholeNumber(0)),
  atOnce: optional(aWholeNumber(1, mostAtOnce)),
  amounts: optional(someAmounts),
  currency: optional(
    must(
      "must be three lower-case letters, such as 'eur'",
      (value) => typeof value === 'string' && /^[a-z]{3}$/.test(value),
    ),
  ),
  without: optional(someOf('a kind of incident', incidentKinds)),
  lateMs: optional(milliseconds),
};

const settleRules: Rules<SettleOptions> = {
  quietMs: optional(milliseconds),
  mostMs: optional(milliseconds),
};

const driverRules: Rules<Driver> = {
  pay: optional(aFunction),
  orders: optional(aFunction),
  refund: optional(aFunction),
  comeBack: optional(aFunction),
  advance: optional(aFunction),
  close: optional(aFunction),
};

const optionRules: Rules<TortureOptions> = {
  ...driverRules,
  // Checked with a message of its own when it is absent.
  shop: optional(options(shopRules)),
  driver: optional(options(programRules)),
  plan: optional(options(planRules)),
  settle: optional(options(settleRules)),
  callMs: optional(milliseconds),
  shrink: optional(aFlag),
};

/** Problems that only the options together show. */
const problemsTogether = (given: unknown): ReadonlyArray<string> => {
  const { shop, driver, ...others } = objectFields(given);
  const functions = Object.keys(driverRules).filter((name) => others[name] !== undefined);
  const missing = ['pay', 'orders'].filter((name) => others[name] === undefined);
  const { command, env, url, webhook, events } = objectFields(shop);
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
          `there is a driver, and there are the functions ${functions.join(', ')}: pass either, as the program of the driver answers all calls`,
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

const problemsOfTorture = (given: unknown): ReadonlyArray<string> => [
  ...problemsOfOptions(optionRules, given),
  ...problemsTogether(given),
];

const isTortureOptions = (given: unknown): given is TortureOptions =>
  problemsOfTorture(given).length === 0;

/** The options, if they are valid. Throws a `TortureProblem` with every problem otherwise. `where`: their origin, for its message. */
export const checkedTortureOptions = (given: unknown, where = 'torture'): TortureOptions => {
  if (isTortureOptions(given)) return given;
  const problems = problemsOfTorture(given);
  throw new TortureProblem(
    problems.length === 1
      ? `${where}: ${problems.join()}`
      : `${where}: ${problems.length} problems:\n${problems.map((one) => `  ${one}`).join('\n')}`,
  );
};
