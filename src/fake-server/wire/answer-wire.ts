import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Context } from 'koa';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors/api-error.js';
import { invalidRequest } from '../../adapters/outbound/memory/engine/errors/invalid-request.js';
import type { WireHash } from '../../adapters/outbound/memory/engine/params/wire-value.js';
import type { Account } from '../account.js';
import type { Accounts } from '../accounts.js';
import { authenticate } from './authenticate.js';
import { keyInUse } from './key-in-use.js';
import { readConnectedAccount } from './read-connected-account.js';
import { readForm } from './read-form.js';
import { readVersion } from './read-version.js';
import { refusePublishableKey } from './refuse-publishable-key.js';
import { refuseRawCard } from './refuse-raw-card.js';
import { sendAnswer } from './send-answer.js';
import { sendFailure } from './send-failure.js';
import type { WireOperation } from './wire-operation.js';

type Dependencies = { readonly accounts: Accounts; readonly rawCardNumbers: boolean };

/** The path's own names belong to it: said once more in the form, they are unknown there. */
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

const cutConnection = (ctx: Context): void => {
  ctx.respond = false;
  ctx.req.socket.destroy();
};

/** Answers a request of an operation as the processor would over HTTP. */
export const answerWire = ({ accounts, rawCardNumbers }: Dependencies) => {
  const exchange = (ctx: Context, operation: WireOperation, account: Account, form: WireHash) =>
    pipe(
      withPath(form, ctx['params']),
      E.tap((whole) => (rawCardNumbers ? E.right(null) : refuseRawCard(whole))),
      E.flatMap(operation.read),
      E.map((request) => {
        const idempotencyKey = ctx.get('idempotency-key');
        return account.engine.exchange(request, {
          requestId: ctx.response.get('request-id'),
          ...(idempotencyKey === '' ? {} : { idempotencyKey }),
        });
      }),
    );

  const answer = (
    ctx: Context,
    operation: WireOperation,
    account: Account,
    form: WireHash,
  ): void => {
    const exchanged = exchange(ctx, operation, account, form);
    if (E.isLeft(exchanged)) {
      sendFailure(ctx, exchanged.left);
      return;
    }
    const { answer: outcome, original } = exchanged.right;
    if (original !== null) {
      ctx.set({ 'idempotent-replayed': 'true', 'original-request': original });
    }
    if (E.isRight(outcome)) sendAnswer(ctx, 200, outcome.right);
    else if (outcome.left._tag === 'Answered') sendFailure(ctx, outcome.left.error);
    else cutConnection(ctx);
  };

  const callerOf = (ctx: Context, operation: WireOperation): E.Either<ApiError, Account> =>
    pipe(
      authenticate(ctx.get('authorization')),
      E.tap((caller) => refusePublishableKey(caller, operation.name)),
      E.bindTo('caller'),
      E.bind('connected', () => readConnectedAccount(ctx.get('stripe-account'))),
      E.map(({ caller: { name }, connected }) => accounts.of({ name, connected })),
      E.tap(() =>
        pipe(
          readVersion(ctx.get('stripe-version')),
          E.map((version) => ctx.set('stripe-version', version)),
        ),
      ),
    );

  return (operation: WireOperation) =>
    async (ctx: Context): Promise<void> => {
      const caller = callerOf(ctx, operation);
      if (E.isLeft(caller)) {
        sendFailure(ctx, caller.left);
        return;
      }
      const account = caller.right;
      ctx.set('request-id', account.newRequestId());
      const form = await readForm(ctx);
      const key = operation.method === 'POST' ? ctx.get('idempotency-key') : '';
      if (key !== '') ctx.set('idempotency-key', key);
      if (E.isLeft(form)) sendFailure(ctx, form.left);
      else if (key !== '' && account.keysInFlight.has(key)) sendFailure(ctx, keyInUse);
      else {
        if (key !== '') {
          account.keysInFlight.add(key);
          ctx.res.once('close', () => account.keysInFlight.delete(key));
        }
        answer(ctx, operation, account, form.right);
      }
    };
};
