import * as E from 'fp-ts/lib/Either.js';
import {
  type CardNumbersInTextPolicy,
  cardNumbersInTextCheck,
} from '../../../application/card-numbers-in-text.js';
import {
  aFlag,
  aLogger,
  aWord,
  checkedOptions,
  must,
  optional,
  options as optionsOf,
  textsThat,
  textThat,
} from '../../../application/checked-input.js';
import { paymentsParts, type ServedPayments } from '../../../application/facade/payments.js';
import type { AuditLog } from '../../../application/ports/audit-log.js';
import { type Logger, silentLogger } from '../../../application/ports/logger.js';
import {
  type UnknownFieldsPolicy,
  unknownFieldsCheck,
} from '../../../application/unknown-fields.js';
import { isObject } from '../../../domain/input/json.js';
import { reportCardNumbers } from '../report-card-numbers.js';
import { reportUnknownFields } from '../report-unknown-fields.js';
import { authorize } from './access/api-keys.js';
import type { Clients } from './access/clients.js';
import {
  admission,
  countFailedAuthentications,
  createRoom,
  overloaded,
  type RequestLimits,
} from './access/request-limits.js';
import { api } from './api.js';
import { auditEntryOf, isFlood } from './audit-entry.js';
import { type Language, type Locale, localeOf, spanishOnly, spokenTo } from './core/language.js';
import type { Endpoint } from './core/matcher.js';
import type { HttpRequest, HttpResponse } from './core/message.js';
import {
  type ErrorAnswers,
  failureResponse,
  jsonResponse,
  jsonTextResponse,
  ownResponse,
} from './failure-response.js';
import { handleRequest, type RequestTrace } from './handle-request.js';
import type { HttpAnswer } from './http-message.js';
import { type KeyDemand, keyDemands, reportMisspeltKey } from './key-header.js';
import { otherMethods } from './other-methods.js';
import { readBodyOf } from './response-body.js';
import { methodOn, type Route } from './route.js';
import { routeNotFound } from './route-not-found.js';
import { routeRequest } from './route-request.js';

// Others would match the path of no request.
const isPathInUrl = (prefix: string): boolean =>
  /^[!-~]*$/.test(prefix) && !/[?#]|:\/\//.test(prefix);

const isPublicUrl = (url: string): boolean =>
  /^https?:\/\/[^?#@\\]+$/i.test(url) && URL.canParse(url);

/** Options of the payments router, listener and handler. All are optional. */
export type PaymentsRouterOptions = {
  /** The path where the routes are mounted: with `/shop` they are `/shop/api/...`. */
  readonly prefix?: string;
  /**
   * The API keys (bearer tokens), each as `key` or, with the name of its client, as `shop:key`. A client can have several
   * keys. `shop:sha256:<hash>`: the key as its SHA-256. `shop=oldname:key`: the client's earlier requests have the old name. Write `:key` for a key that contains a colon and
   * has no name. Without keys, everyone may call. Webhooks are verified by their signature instead.
   */
  readonly apiKeys?: ReadonlyArray<string>;
  /**
   * `false`: a request to tokenize a card number is 403 before its body is read (decision A11), because a service that receives card
   * numbers is in the scope of PCI DSS SAQ D. Default: `true`. The service refuses them with a live key.
   */
  readonly acceptCardNumbers?: boolean;
  /** Whether failures have a `stack`. Default: false. */
  readonly verbose?: boolean;
  /** Receives the errors of the service and the processor (5xx). Default: none are logged. */
  readonly logger?: Logger;
  /**
   * How unknown fields are treated. Default: refused where money moves, elsewhere ignored and named in a warning. `refuse`:
   * refused everywhere. `ignore`: ignored everywhere.
   */
  readonly unknownFields?: UnknownFieldsPolicy | undefined;
  /**
   * The requests that must have an `Idempotency-Key`, and are 400 `idempotency_key_required` without: those that move money (`money`), all
   * that change something (`all`), or none (`off`, the default).
   */
  readonly requireIdempotencyKey?: KeyDemand | undefined;
  /**
   * Card numbers in the texts of requests, in `metadata` and as `Idempotency-Key`: `redact` (default) names the client and the
   * fields in a warning, `refuse` answers 400.
   */
  readonly cardNumbersInText?: CardNumbersInTextPolicy | undefined;
  /**
   * The language of `message`: `'es'`, the default, or `'en'`. With a list of both, `Accept-Language` chooses, and the first is the
   * default. The processor's own messages are not translated.
   */
  readonly locale?: Language | ReadonlyArray<Language> | undefined;
  /**
   * The readers of the API reference at `/doc`, below the prefix: `open`, everybody; `key`, those with one of the `apiKeys`, as
   * bearer or as the password that a browser asks for; `off`, nobody. Default: `key` with `apiKeys`, `open` without.
   */
  readonly reference?: 'open' | 'key' | 'off' | undefined;
  /** `false`: without the health checks `/health` and `/ready`, below the prefix. Default: `true`. */
  readonly health?: boolean | undefined;
  /**
   * `false`: without the pages of challenges and of Checkout, and the controls of the in-memory processor, at `/_processor` below the
   * prefix. Other processors have none. Default: `true`.
   */
  readonly processorPages?: boolean | undefined;
  /**
   * The URL at which browsers reach the application, and the path where it mounts this, but not the prefix: such as
   * `https://staging.shop.example`. Pages of the in-memory processor are linked there, and its controls refuse pages of other
   * origins and other public hosts. Default: the localhost that requests ask for.
   */
  readonly publicUrl?: string | undefined;
};

const PaymentsRouterOptions = optionsOf<PaymentsRouterOptions>({
  prefix: optional(
    textThat(
      'must be a path such as /shop, without spaces, ? and #, and written as in a URL',
      isPathInUrl,
    ),
  ),
  apiKeys: optional(textsThat('must be an array of strings: is the environment variable set?')),
  acceptCardNumbers: optional(aFlag),
  verbose: optional(aFlag),
  logger: optional(aLogger),
  unknownFields: optional(aWord('refuse', 'ignore')),
  requireIdempotencyKey: optional(aWord(...keyDemands)),
  cardNumbersInText: optional(aWord('redact', 'refuse')),
  locale: optional(
    must(
      `must be 'es', 'en' or a list of both`,
      (locale): locale is Language | ReadonlyArray<Language> => localeOf(locale) !== undefined,
    ),
  ),
  reference: optional(aWord('open', 'key', 'off')),
  health: optional(aFlag),
  processorPages: optional(aFlag),
  publicUrl: optional(
    textThat(
      'must be an absolute URL such as https://staging.shop.example, without user, ? and #',
      isPublicUrl,
    ),
  ),
});

// In milliseconds. The processor gives up after a time that it does not promise, of 10 to 30 seconds.
const webhookMs = 8000;

// Prefixes such as `shop`, `/shop/` and `/` would match no path as they are.
const mountPoint = (prefix: string): string => {
  const segments = prefix.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
};

/** The whole HTTP interface, for a binding. */
export type PaymentsInterface = {
  /** Where the paths of the endpoints are mounted: the empty string, or `/shop`. */
  readonly mount: string;
  readonly endpoints: ReadonlyArray<Endpoint>;
  /** Answers all other requests under `/api`. */
  readonly unknownPath: Endpoint;
  readonly errors: ErrorAnswers & { readonly locale: Locale };
};

/** How the service, unlike a router in an application, controls access. */
export type ServiceAccess = {
  /** Replaces `apiKeys`. */
  readonly clients?: Pick<Clients, 'authorize'>;
  readonly limits?: RequestLimits;
  /** Records every request that changes something. */
  readonly audit?: AuditLog | undefined;
};

/** Makes the endpoints of the interface. Throws a `TypeError`, with the name of the `caller`, for wrong options. */
export const createPaymentsInterface = (
  caller: string,
  payments: ServedPayments,
  options: PaymentsRouterOptions,
  { clients, limits, audit }: ServiceAccess = {},
  table: ReadonlyArray<Route> = Object.values(api),
): PaymentsInterface => {
  const {
    prefix = '',
    apiKeys = [],
    acceptCardNumbers = true,
    verbose = false,
    logger = silentLogger,
    unknownFields,
    requireIdempotencyKey = 'off',
    cardNumbersInText,
    locale: given,
  } = checkedOptions(caller, PaymentsRouterOptions, options);
  if (!isObject(payments) || !Object.hasOwn(payments, paymentsParts)) {
    throw new TypeError(`${caller}: the first argument must be what createPayments() returns`);
  }
  const locale = localeOf(given) ?? spanishOnly;
  const errors = { logger, verbose, locale };
  const { useCases, keyedUseCases, limitedTo, features } = payments[paymentsParts];
  const answer = handleRequest({
    useCases,
    keyedUseCases,
    limitedTo,
    features,
    authorize: clients?.authorize ?? authorize(apiKeys),
    admit: limits === undefined ? undefined : admission(limits),
    addressOf: limits?.addressOf,
    acceptCardNumbers,
    requireIdempotencyKey,
    locale,
    checkUnknownFields: unknownFieldsCheck(reportUnknownFields(logger), unknownFields),
    checkCardNumbers: cardNumbersInTextCheck(reportCardNumbers(logger), cardNumbersInText),
  });
  const checkKeyHeader = reportMisspeltKey(logger);
  const clientRoom = createRoom(limits?.inProgress);
  const webhookRoom = createRoom(limits?.inProgress);

  const perhapsTooMany = countFailedAuthentications(limits);

  const routes = table.flatMap((route): ReadonlyArray<Endpoint> => {
    const respond = answer(route);
    const bodyOf = readBodyOf(route);
    const written = (success: HttpAnswer, request: HttpRequest): HttpResponse => {
      if (route.method !== 'GET') return jsonResponse(success);
      const { language } = spokenTo(request, locale);
      return jsonTextResponse(
        success.status,
        bodyOf(success.body['data'], language),
        success.headers,
      );
    };
    const successOf = (
      success: HttpAnswer,
      request: HttpRequest,
      { ownAnswer }: RequestTrace,
    ): HttpResponse =>
      ownAnswer === undefined ? written(success, request) : ownResponse(ownAnswer);
    const room = route.access === 'signature' ? webhookRoom : clientRoom;
    const handle: Endpoint['handle'] = async (request, params) => {
      if (route.takesKey) checkKeyHeader(request.headers);
      const keyed = route.takesKey && request.headers['idempotency-key'] !== undefined;
      const asked = { changes: route.takesKey, keyed };
      const routed = routeRequest(request, params);
      // Anyone can send a webhook slowly, and a signature is verified when the body is there: until then it has no place.
      if (route.access === 'signature') await routed.raw();
      if (!room.enter()) return failureResponse(overloaded, request, errors, asked);
      const trace: RequestTrace = {};
      // A connection that has closed has none.
      const address =
        audit === undefined ? '' : (limits?.addressOf(request) ?? request.remoteAddress);
      try {
        const { outcome, replayed } = await respond(routed, trace)();
        const client = trace.caller?.name;
        const error = E.isLeft(outcome) ? await perhapsTooMany(outcome.left, request) : undefined;
        const response = E.isRight(outcome)
          ? successOf(outcome.right, request, trace)
          : failureResponse(error ?? outcome.left, request, errors, asked, client);
        if (audit !== undefined && route.takesKey && !isFlood(error)) {
          const { status } = response;
          const ending = { requestId: request.id, address, status, replayed };
          audit(
            auditEntryOf(
              { operation: route.operation, via: request.via },
              trace,
              error === undefined ? ending : { ...ending, error },
            ),
          );
        }
        const { status, headers, body, logged } = response;
        return {
          status,
          headers: replayed ? { 'idempotent-replayed': 'true', ...headers } : headers,
          body,
          logged: { error: logged?.error, client },
        };
      } finally {
        trace.leave?.();
        room.leave();
      }
    };
    return route.paths.map((path) => ({
      method: methodOn(route, path),
      path,
      ...(route.access === 'signature' ? { answersWithinMs: webhookMs } : {}),
      handle,
    }));
  });
  return {
    mount: mountPoint(prefix),
    endpoints: [...routes, ...otherMethods(routes, errors)],
    unknownPath: {
      method: '*',
      path: '/api/*',
      handle: (request) => failureResponse(routeNotFound(routes, request), request, errors),
    },
    errors,
  };
};
