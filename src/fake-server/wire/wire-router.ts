import { Router, type RouterContext } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context, Middleware } from 'koa';
import {
  type ApiError,
  docUrl,
  invalidRequest,
} from '../../adapters/outbound/memory/engine/errors.js';
import type {
  EngineRequest,
  Method,
} from '../../adapters/outbound/memory/engine/kernel/operation.js';
import type { EngineResponse } from '../../adapters/outbound/memory/engine/kernel/pipeline.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { operations } from '../../adapters/outbound/memory/engine/operations.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';
import type { Accounts } from '../accounts.js';
import { type Identity, identify } from '../identify.js';
import { inVersion, readVersion, refuseByVersion } from './api-version.js';
import { refusePublishableKey, refuseRawCard } from './permissions.js';
import { readForm } from './read-form.js';
import { deliver, sendFailure } from './send-response.js';

/** What the wire has to know of an operation. */
type WireOperation = {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};

/** Whether an idempotency key is free; from then on it is in use, until the answer is sent or the caller is gone. */
const takeKey = (ctx: Context, key: string, inUse: Set<string>): boolean => {
  if (inUse.has(key)) return false;
  inUse.add(key);
  ctx.res.once('close', () => {
    inUse.delete(key);
  });
  return true;
};

/** Another request with the same idempotency key is still being answered. */
const keyInUse = (key: string): ApiError => ({
  status: 409,
  error: {
    type: 'invalid_request_error',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    code: 'idempotency_key_in_use',
    doc_url: docUrl('idempotency_key_in_use'),
  },
});

/** The form with the names of the path. They belong to the path: said once more in the form, they are unknown there. */
const withPath = (
  form: WireHash,
  path: { readonly [name: string]: string },
): E.Either<ApiError, WireHash> => {
  const twice = Object.keys(path).find((name) => Object.hasOwn(form, name));
  return twice === undefined
    ? E.right({ ...form, ...path })
    : E.left(
        invalidRequest(`Received unknown parameter: ${twice}`, {
          code: 'parameter_unknown',
          param: twice,
        }),
      );
};

type Dependencies = { readonly accounts: Accounts; readonly rawCardNumbers: boolean };

type Caller = Identity & { readonly version: string };

/** Answers a request of an operation as the processor would over HTTP. */
const answerWire = ({ accounts, rawCardNumbers }: Dependencies) => {
  const identityOf = identify(accounts);

  const callerOf = (ctx: RouterContext): E.Either<ApiError, Caller> =>
    pipe(
      identityOf(ctx.get('authorization'), ctx.get('stripe-account')),
      E.bindTo('identity'),
      E.bind('version', () => readVersion(ctx.get('stripe-version'))),
      E.map(({ identity, version }) => ({ ...identity, version })),
    );

  const exchange = (
    ctx: RouterContext,
    operation: WireOperation,
    caller: Caller,
    form: WireHash,
  ): E.Either<ApiError, EngineResponse<JsonObject>> =>
    pipe(
      refusePublishableKey(caller, operation.name, form),
      E.flatMap(() => refuseByVersion(caller.version, operation.name, form)),
      E.flatMap(() => (rawCardNumbers ? E.right(null) : refuseRawCard(form))),
      E.flatMap(() => withPath(form, ctx.params)),
      E.flatMap(operation.read),
      E.map((request) => {
        const idempotencyKey = ctx.get('idempotency-key');
        return caller.account.engine.exchange(request, {
          requestId: ctx.response.get('request-id'),
          clientIp: ctx.ip,
          ...(idempotencyKey === '' ? {} : { idempotencyKey }),
        });
      }),
    );

  const answer = async (
    ctx: RouterContext,
    operation: WireOperation,
    caller: Caller,
  ): Promise<void> => {
    const { newRequestId, keysInFlight, engine } = caller.account;
    ctx.set({ 'request-id': newRequestId(), 'stripe-version': caller.version });
    const form = await readForm(ctx);
    const key = operation.method === 'POST' ? ctx.get('idempotency-key') : '';
    if (key !== '') {
      ctx.set('idempotency-key', key);
      if (!takeKey(ctx, key, keysInFlight)) {
        sendFailure(ctx, keyInUse(key));
        return;
      }
    }
    const exchanged = pipe(
      form,
      E.flatMap((given) => exchange(ctx, operation, caller, given)),
    );
    if (E.isLeft(exchanged)) sendFailure(ctx, exchanged.left);
    else await deliver(ctx, exchanged.right, inVersion(caller.version, engine));
  };

  return (operation: WireOperation) =>
    async (ctx: RouterContext): Promise<void> => {
      const caller = callerOf(ctx);
      if (E.isLeft(caller)) sendFailure(ctx, caller.left);
      else await answer(ctx, operation, caller.right);
    };
};

const all: ReadonlyArray<WireOperation> = Object.values(operations);

type Options = {
  readonly accounts: Accounts;
  readonly rawCardNumbers: boolean;
  /** Keeps out whom the server does not talk to. */
  readonly guard: Middleware;
};

/** The processor's interface over HTTP: a route for each operation. */
export const createWireRouter = ({ guard, ...options }: Options): Router => {
  // To the processor a slash too many is another URL, and so are capital letters.
  const router = new Router({ strict: true, sensitive: true });
  const answer = answerWire(options);
  router.use(guard);
  for (const operation of all) {
    router.register(operation.path, [operation.method], answer(operation));
  }
  return router;
};
