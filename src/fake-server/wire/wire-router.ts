import { Router, type RouterContext, type RouterMiddleware } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context, Middleware } from 'koa';
import {
  type ApiError,
  docUrl,
  invalidRequest,
} from '../../adapters/outbound/memory/engine/errors.js';
import type {
  Definition,
  EngineRequest,
  Method,
} from '../../adapters/outbound/memory/engine/kernel/operation.js';
import type { EngineResponse } from '../../adapters/outbound/memory/engine/kernel/pipeline.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import { engineOperations } from '../../adapters/outbound/memory/engine/operations.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';
import type { Accounts } from '../accounts.js';
import { hasPublishableKey, type Identity, identify } from '../identify.js';
import {
  expandInVersion,
  intentDefaultsIn,
  inVersion,
  readVersion,
  refuseByVersion,
} from './api-version.js';
import { type Credentials, withFormCredentials, withoutBrowserFields } from './browser-request.js';
import { refuseManualConfirmation, refusePublishableKey, refuseRawCard } from './permissions.js';
import { publishableView } from './publishable-view.js';
import { readForm } from './read-form.js';
import { sendApiError, sendResponse } from './send-response.js';

type WireOperation = Pick<Definition<never, never>, 'returns' | 'list'> & {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly read: (form: WireHash) => E.Either<ApiError, EngineRequest<JsonObject>>;
};

/** Takes an idempotency key until the response is sent or the caller disconnects. Returns false when the key is in use. */
const takeKey = (ctx: Context, key: string, inUse: Set<string>): boolean => {
  if (inUse.has(key)) return false;
  inUse.add(key);
  ctx.res.once('close', () => {
    inUse.delete(key);
  });
  return true;
};

/** The error for a key whose first request is still in progress. */
const keyInUse = (key: string): ApiError => ({
  status: 409,
  error: {
    type: 'invalid_request_error',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    code: 'idempotency_key_in_use',
    doc_url: docUrl('idempotency_key_in_use'),
  },
});

/** Adds the parameters of the path to the form. The form itself must not contain them. */
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

type Dependencies = {
  readonly accounts: Accounts;
  readonly rawCardNumbers: boolean;
  /** Refuses requests of foreign web pages. Not applied to publishable keys, which are for web pages. */
  readonly guard: Middleware;
};

type Caller = Identity & { readonly version: string };

/** Whether a request comes from a frame of the stand-in for Stripe.js, which may always send card numbers. */
const isFromOwnFrame = (ctx: RouterContext, { publishable }: Caller): boolean =>
  publishable && ctx.get('sec-fetch-site') === 'same-origin';

/** Answers a request of an operation like the processor's API. */
const handleRequest = ({ accounts, rawCardNumbers, guard }: Dependencies) => {
  const identityOf = identify(accounts);

  const callerOf = (given: Credentials): E.Either<ApiError, Caller> =>
    pipe(
      identityOf(given.authorization, given.stripeAccount),
      E.bindTo('identity'),
      E.bind('version', () => readVersion(given.version)),
      E.map(({ identity, version }) => ({ ...identity, version })),
    );

  const respond = (
    ctx: RouterContext,
    operation: WireOperation,
    caller: Caller,
    form: WireHash,
  ): E.Either<ApiError, EngineResponse<JsonObject>> =>
    pipe(
      refusePublishableKey(caller, operation.name, form),
      E.flatMap(() => refuseByVersion(caller.version, operation.name, form)),
      E.flatMap(() =>
        rawCardNumbers || isFromOwnFrame(ctx, caller) ? E.right(null) : refuseRawCard(form),
      ),
      E.flatMap(() => withPath(form, ctx.params)),
      E.tap((whole) => refuseManualConfirmation(caller, operation.name, whole)),
      E.flatMap(operation.read),
      E.map((request) => {
        const idempotencyKey = ctx.get('idempotency-key');
        return caller.account.engine.respond(request, {
          requestId: ctx.response.get('request-id'),
          clientIp: ctx.ip,
          intentDefaults: intentDefaultsIn(caller.version),
          ...(idempotencyKey === '' ? {} : { idempotencyKey }),
        });
      }),
    );

  const answer = async (
    ctx: RouterContext,
    operation: WireOperation,
    caller: Caller,
    read: E.Either<ApiError, WireHash>,
  ): Promise<void> => {
    const { newRequestId, keysInFlight, engine } = caller.account;
    const requestId = newRequestId();
    ctx.set({ 'request-id': requestId, 'stripe-version': caller.version });
    const given = pipe(
      read,
      E.map((form) => (caller.publishable ? withoutBrowserFields(form) : form)),
      E.map((form) => expandInVersion(caller.version, operation, form)),
    );
    const key = operation.method === 'POST' ? ctx.get('idempotency-key') : '';
    if (key !== '') {
      ctx.set('idempotency-key', key);
      if (!takeKey(ctx, key, keysInFlight)) {
        sendApiError(ctx, keyInUse(key), undefined, requestId);
        return;
      }
    }
    const response = pipe(
      given,
      E.flatMap(({ form }) => respond(ctx, operation, caller, form)),
    );
    if (E.isLeft(response)) sendApiError(ctx, response.left, undefined, requestId);
    else {
      const forCharges = E.isRight(given) && given.right.forCharges;
      const shown = inVersion(caller.version, engine, forCharges);
      await sendResponse(
        ctx,
        response.right,
        caller.publishable ? (body) => publishableView(shown(body)) : shown,
      );
    }
  };

  return (operation: WireOperation) =>
    async (ctx: RouterContext): Promise<void> => {
      const read = await readForm(ctx);
      const headers = {
        authorization: ctx.get('authorization'),
        stripeAccount: ctx.get('stripe-account'),
        version: ctx.get('stripe-version'),
      };
      const given = withFormCredentials(headers, E.isRight(read) ? read.right : {});
      const serve = async (): Promise<void> => {
        const caller = callerOf(given);
        if (E.isLeft(caller)) sendApiError(ctx, caller.left);
        else await answer(ctx, operation, caller.right, read);
      };
      if (hasPublishableKey(given.authorization)) await serve();
      else await guard(ctx, serve);
    };
};

const all: ReadonlyArray<WireOperation> = Object.values(engineOperations);

/** The first name of a path: `customers` of `/v1/customers/:customer`. */
const resourceIn = (path: string): string => path.split('/', 3)[2] ?? '';

/** The processor's API: a route for each operation. */
export const createWireRoutes = (dependencies: Dependencies): RouterMiddleware => {
  const answer = handleRequest(dependencies);
  // A router tries all its routes for each request, so each resource has its own.
  const routers = new Map<string, Router>();
  for (const operation of all) {
    const resource = resourceIn(operation.path);
    // Like the processor's URLs: a trailing slash and upper case letters make another URL.
    const router = routers.get(resource) ?? new Router({ strict: true, sensitive: true });
    routers.set(resource, router);
    router.register(operation.path, [operation.method], answer(operation));
  }
  const routes = new Map([...routers].map(([resource, router]) => [resource, router.routes()]));
  return async (ctx, next) => {
    const route = routes.get(resourceIn(ctx.path));
    await (route === undefined ? next() : route(ctx, next));
  };
};
