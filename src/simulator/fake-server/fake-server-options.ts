import {
  aClock,
  aFlag,
  aFunction,
  aLogger,
  aText,
  aWholeNumber,
  must,
  optional,
  options,
  textThat,
} from '../../application/checked-input.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Logger } from '../../application/ports/logger.js';
import { isObject } from '../../domain/input/json.js';
import type { Fixture } from '../controls/fixture.js';
import type { FeeRate } from '../engine/objects/balance.js';
import type { SwitchableMethod } from '../engine/objects/switchable-methods.js';
import { aFeeRate, aSeed, someMethods } from '../engine/option-rules.js';
import type { Delivery } from '../webhooks/delivery.js';
import type { ServedRequest } from './served-request.js';

// Longer timers would run out at once.
const longestTimerMs = 2_147_483_647;

const isPause = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value * 1000 <= longestTimerMs;

const isWebUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

/** Whether a signing secret has the processor's format: a key of another kind is a mistake. */
export const isWebhookSecret = (value: string): boolean => /^whsec_./.test(value);

/** Options of `startFakeServer`. Every option has a default. */
export type FakeServerOptions = {
  /** Address to listen on. Absent: 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on. Absent or 0: a free port. */
  readonly port?: number;
  /** The address under which clients reach it, if it stands behind a proxy: `http://127.0.0.1:8080`. Absent: its own. */
  readonly publicUrl?: string;
  /** With the same seed, an account of the same name has the same ids. Absent: a random seed. */
  readonly seed?: number | string;
  /** Returns the time in Unix seconds. Absent: the system clock; with a `fixture`, time goes on from when that was saved. */
  readonly clock?: Clock;
  /** The state with which every account begins: a path, or the content of that file. Absent: accounts begin empty. */
  readonly fixture?: string | Fixture;
  /** The number of events that each account keeps; the oldest are dropped first. Absent: 10 000. */
  readonly keepEvents?: number;
  /**
   * How many accounts exist besides that of `apiKey`. Beyond it, the account that was unused the longest is dropped. Absent:
   * 1000.
   */
  readonly maxAccounts?: number;
  /** `false`: card numbers are refused, as in accounts that may not send them. Absent: `true`. */
  readonly rawCardNumbers?: boolean;
  /** `false`: card tokens are refused as sources of customers and charges, as in new Stripe accounts. Absent: `true`. */
  readonly cardTokens?: boolean;
  /** How long searches do not see a change, in seconds; at Stripe up to 60. Absent: 0. */
  readonly searchDelay?: number;
  /**
   * The fee of each charge: `{ percent: 1.5, fixed: 25 }` is 1.5 % and 25 minor units of the charge's currency. Absent:
   * nothing.
   */
  readonly fees?: FeeRate;
  /**
   * The payment methods that every account offers until it changes its configuration: `['card', 'link']`. Absent: card, link,
   * apple_pay and google_pay.
   */
  readonly methods?: ReadonlyArray<SwitchableMethod>;
  /**
   * `url`: receives every event of every account, in addition to the endpoints that an account registers. `secret`: signs
   * webhooks to URLs that are not registered; absent: derived from the seed. `send: false`: no event is sent by itself, for
   * a program that sends the events of `processor.controls.onEvent`.
   */
  readonly webhook?: {
    readonly url?: string;
    readonly secret?: string;
    readonly send?: boolean;
  };
  /** Seconds to wait after each failed attempt to send a webhook. Absent: twelve pauses, about three days in all. */
  readonly webhookPauses?: ReadonlyArray<number>;
  /** How long to wait for the response to a webhook, in milliseconds. Absent: 20 000. */
  readonly webhookTimeoutMs?: number;
  /** Called after every attempt to send an event. */
  readonly onDelivery?: (delivery: Delivery) => void;
  /** Called with every request to the API and to a control, once it has its response. */
  readonly onRequest?: (request: ServedRequest) => void;
  /** Receives errors of the server itself. Absent: they are emitted as process warnings. */
  readonly logger?: Logger;
};

export const FakeServerOptions = options<FakeServerOptions>({
  host: optional(aText),
  port: optional(aWholeNumber(0, 65_535)),
  publicUrl: optional(textThat('must be an http or https URL', isWebUrl)),
  seed: optional(aSeed),
  clock: optional(aClock),
  fixture: optional(
    must(
      'must be a path or a fixture',
      (value): value is string | Fixture =>
        isObject(value) || (typeof value === 'string' && value !== ''),
    ),
  ),
  keepEvents: optional(aWholeNumber(0)),
  maxAccounts: optional(aWholeNumber(1)),
  rawCardNumbers: optional(aFlag),
  cardTokens: optional(aFlag),
  searchDelay: optional(aWholeNumber(0)),
  fees: optional(aFeeRate),
  methods: optional(someMethods),
  webhook: optional(
    options<NonNullable<FakeServerOptions['webhook']>>({
      url: optional(textThat('must be an http or https URL', isWebUrl)),
      secret: optional(textThat('must begin with whsec_', isWebhookSecret)),
      send: optional(aFlag),
    }),
  ),
  webhookPauses: optional(
    must(
      'must be an array of seconds, each at most 2147483',
      (value): value is ReadonlyArray<number> => Array.isArray(value) && value.every(isPause),
    ),
  ),
  webhookTimeoutMs: optional(aWholeNumber(1, longestTimerMs)),
  onDelivery: optional(aFunction()),
  onRequest: optional(aFunction()),
  logger: optional(aLogger),
});

const nothing = (): void => undefined;

/** Emits errors as process warnings and drops all other log lines. */
export const warningLogger: Logger = {
  info: nothing,
  warn: nothing,
  error: (message, { cause } = {}) => {
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    process.emitWarning(message, { type: 'FakeServer', detail });
  },
};
