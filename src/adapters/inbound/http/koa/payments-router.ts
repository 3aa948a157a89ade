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
import type { HttpRequest } from '../http-message.js';
import { readJsonBody, readRawBody } from './read-body.js';
import { answerErrors, send, sendError } from './send.js';

// Names under which other services take the same thing, and slips, in lower case.
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
 * Warns in the log of a request that changes something and has its idempotency key under another name: it runs without a key,
 * and its repetition does the work again. It is not refused, because gateways add headers of their own. Each name is logged once.
 */
const reportMisspeltKey = (logger: Logger): ((headers: HttpRequest['headers']) => void) => {
  const logged = new Set<string>();
  return (headers) => {
    if (headers['idempotency-key'] !== undefined) return;
    for (const name of misspeltNames) {
      if (headers[name] === undefined || logged.has(name)) continue;
      logged.add(name);
      logger.warn('a header was ignored: an idempotency key is sent as Idempotency-Key', {
        fields: name,
      });
    }
  };
};

/** How the router is mounted, and who may call it. Everything has a default. */
export type PaymentsRouterOptions = {
  /** Where the routes are mounted: with `/shop` they are `/shop/api/...`. */
  readonly prefix?: string;
  /**
   * Bearer keys that may call, each as `key` or, with the name of its client, as `shop:key`; several of one name while one
   * replaces another. `shop=oldname:key`: the client's earlier requests have the old name. A key with a colon and without a
   * name is written `:key`. None: everybody may call. Webhooks are signed instead.
   */
  readonly apiKeys?: ReadonlyArray<string>;
  /** Whether failure bodies carry a `stack`. Default: no. */
  readonly verbose?: boolean;
  /** Where failures of ours and of the processor are reported. Default: nowhere. */
  readonly logger?: Logger;
  /**
   * What becomes of fields that an operation does not know. Default: where money moves they are refused, elsewhere left out
   * and named in a warning. `refuse`: they are refused everywhere; `ignore`: nowhere.
   */
  readonly unknownFields?: UnknownFieldsPolicy | undefined;
};

const rules: Rules<PaymentsRouterOptions> = {
  prefix: optional(must('must be a text', (prefix) => typeof prefix === 'string')),
  apiKeys: optional(
    must(
      'must be an array of texts: is the environment variable set?',
      (keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'),
    ),
  ),
  verbose: optional(aFlag),
  logger: optional(aLogger),
  unknownFields: optional(aWord('refuse', 'ignore')),
};

const arePayments = (given: unknown): boolean =>
  hasFunctions({ keyedUseCases: true })(given, '').length === 0;

// A prefix as people write it: `shop`, `/shop/` and `/` would match nothing as they stand.
const mountPoint = (prefix: string): string => {
  const segments = prefix.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => `/${segment}`).join('');
};

const requestOf = (ctx: Context & { readonly params: HttpRequest['params'] }): HttpRequest => ({
  params: ctx.params,
  query: ctx.query,
  // Node joins what was sent twice: that would be another key, under which a payment is made again.
  headers: { ...ctx.headers, 'idempotency-key': ctx.req.headersDistinct['idempotency-key'] },
  json: readJsonBody(ctx),
  jsonText: () => (typeof ctx.request.rawBody === 'string' ? ctx.request.rawBody : undefined),
  raw: readRawBody(ctx),
});

/**
 * The whole `/api` as a Koa router, with its own error handling: every answer is the envelope. Mount it before any body
 * parser of the application: webhook signatures hold over the body as it was sent. Throws a `TypeError` for options that
 * are not what they should be; of `apiKeys` it says which entry is wrong.
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
