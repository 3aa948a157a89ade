import type { RouterContext } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import type { Exchange } from '../../adapters/outbound/memory/engine/exchange.js';
import type { JsonObject } from '../../adapters/outbound/memory/engine/objects/json.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/param.js';
import type { Accounts } from '../accounts.js';
import { deliver } from './deliver.js';
import { type Identity, identify } from './identify.js';
import { inVersion } from './in-version.js';
import { keyInUse } from './key-in-use.js';
import { readForm } from './read-form.js';
import { readVersion } from './read-version.js';
import { refuseByVersion } from './refuse-by-version.js';
import { refusePublishableKey } from './refuse-publishable-key.js';
import { refuseRawCard } from './refuse-raw-card.js';
import { sendFailure } from './send-failure.js';
import { takeKey } from './take-key.js';
import type { WireOperation } from './wire-operation.js';
import { withPath } from './with-path.js';

type Dependencies = { readonly accounts: Accounts; readonly rawCardNumbers: boolean };

type Caller = Identity & { readonly version: string };

/** Answers a request of an operation as the processor would over HTTP. */
export const answerWire = ({ accounts, rawCardNumbers }: Dependencies) => {
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
  ): E.Either<ApiError, Exchange<JsonObject>> =>
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
