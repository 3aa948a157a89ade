import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import {
  aFlag,
  aLogger,
  aWord,
  checkedOptions,
  hasFunctions,
  must,
  optional,
  type Rules,
} from '../../../../application/checked-options.js';
import type { Payments } from '../../../../application/facade/payments.js';
import { type Logger, silentLogger } from '../../../../application/ports/logger.js';
import {
  type UnknownFieldsPolicy,
  unknownFieldsCheck,
} from '../../../../application/unknown-fields.js';
import { reportUnknownFields } from '../../report-unknown-fields.js';
import { api } from '../api.js';
import { authorize } from '../api-keys.js';
import { handleRequest } from '../handle-request.js';
import type { RouteRequest } from '../http-message.js';
import { readJsonBody, readRawBody } from './read-body.js';
import { answerErrors, send, sendError } from './send.js';

// Names of the same header in other services, and misspellings, in lower case.
const misspeltNames = [
  'x-idempotency-key',
  'idempotency-keys',
  'idempotency_key',
  'idempotencykey',
  'idempotent-key',
  'idempotence-key',
  'x-idempotent-key',
  'request-idempotency-key',
];

/**
 * Logs a warning when a request that changes something has its idempotency key in another header: it runs without a key, and a
 * repetition does the work again. It is not refused, because gateways add such headers themselves. Each name is logged once.
 */
const reportMisspeltKey = (logger: Logger): ((headers: RouteRequest['headers']) => void) => {
  const logged = new Set<string>();
  return (headers) => {
    if (headers['idempotency-key'] !== undefined) return;
    for (const name of misspeltNames) {
      if (headers[name] === undefined || logged.has(name)) continue;
      logged.add(name);
      logger.warn(
        'ignored a header that looks like an idempotency key: send the key as Idempotency-Key',
        {
          fields: name,
        },
      );
    }
  };
};

/** Options of the payments router. All are optional. */
export type PaymentsRouterOptions = {
  /** The path where the routes are mounted: with `/shop` they are `/shop/api/...`. */
  readonly prefix?: string;
  /**
   * The API keys (bearer tokens), each as `key` or, with the name of its client, as `shop:key`. A client can have several
   * keys. `shop=oldname:key`: the client's earlier requests have the old name. Write `:key` for a key that contains a colon and
   * has no name. Without keys, everyone may call. Webhooks are verified by their signature instead.
   */
  readonly apiKeys?: ReadonlyArray<string>;
  /** Whether failures have a `stack`. Default: false. */
  readonly verbose?: boolean;
  /** Receives the errors of the service and the processor (5xx). Default: none are logged. */
  readonly logger?: Logger;
  /**
   * How unknown fields are treated. Default: refused where money moves, elsewhere ignored and named in a warning. `refuse`:
   * refused everywhere. `ignore`: ignored everywhere.
   */
  readonly unknownFields?: UnknownFieldsPolicy | undefined;
};

const rules: Rules<PaymentsRouterOptions> = {
  prefix: optional(must('must be a string', (prefix) => typeof prefix === 'string')),
  apiKeys: optional(
    must(
      'must be an array of strings: is the environment variable set?',
      (keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'),
    ),
  ),
  verbose: optional(aFlag),
  logger: optional(aLogger),
  unknownFields: optional(aWord('refuse', 'ignore')),
};

const arePayments = (given: unknown): boolean =>
  hasFunctions({ keyedUseCases: true })(given, '').length === 0;

// Prefixes such as `shop`, `/shop/` and `/` would match no path as they are.
const mountPoint = (prefix: string): string => {
  const segments = prefix.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
};

const requestOf = (ctx: Context & { readonly params: RouteRequest['params'] }): RouteRequest => ({
  params: ctx.params,
  query: ctx.query,
  // Node joins repeated headers: the joined key would be a new one, under which the payment is made again.
  headers: { ...ctx.headers, 'idempotency-key': ctx.req.headersDistinct['idempotency-key'] },
  json: readJsonBody(ctx),
  jsonText: () => (typeof ctx.request.rawBody === 'string' ? ctx.request.rawBody : undefined),
  raw: readRawBody(ctx),
});

/**
 * The whole HTTP interface (`/api`) as a Koa router. Every answer, also of an error, is in the envelope. Mount it before the
 * application's body parsers: a webhook's signature is valid only for the body as it was sent. Throws a `TypeError` for wrong
 * options; for `apiKeys` it says which entry is wrong.
 */
export const createPaymentsRouter = (
  payments: Pick<Payments, 'useCases' | 'keyedUseCases'>,
  options: PaymentsRouterOptions = {},
): Router => {
  const {
    prefix = '',
    apiKeys = [],
    verbose = false,
    logger = silentLogger,
    unknownFields,
  } = checkedOptions('createPaymentsRouter', rules, options);
  if (!arePayments(payments)) {
    throw new TypeError(
      'createPaymentsRouter: the first argument must be what createPayments() returns',
    );
  }
  const mount = mountPoint(prefix);
  const router = new Router({ prefix: mount });
  const errors = { logger, verbose };
  const answer = handleRequest({
    ...payments,
    authorize: authorize(apiKeys),
    checkUnknownFields: unknownFieldsCheck(reportUnknownFields(logger), unknownFields),
  });

  const checkKeyHeader = reportMisspeltKey(logger);

  router.use(answerErrors(errors));
  for (const route of Object.values(api)) {
    const respond = answer(route);
    for (const path of route.paths) {
      router.register(path, [route.method], async (ctx) => {
        ctx.state['route'] = `${mount}${path}`;
        if (route.takesKey) checkKeyHeader(ctx.headers);
        const { outcome, replayed } = await respond(requestOf(ctx), ({ name }) => {
          ctx.state['client'] = name;
        })();
        if (replayed) ctx.set('idempotent-replayed', 'true');
        const keyed = ctx.headers['idempotency-key'] !== undefined;
        const asked = { changes: route.takesKey, keyed: route.takesKey && keyed };
        if (E.isLeft(outcome)) sendError(ctx, outcome.left, errors, asked);
        else send(ctx, outcome.right);
      });
    }
  }
  router.all('/api{/*path}', (ctx) => {
    sendError(ctx, { _tag: 'RouteNotFound', path: ctx.path }, errors);
  });
  return router;
};
