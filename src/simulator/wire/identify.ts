import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type HttpRequest, headerOf } from '../../adapters/inbound/http/core/message.js';
import { redact } from '../../domain/text/redact.js';
import { type ApiError, docUrl } from '../engine/errors.js';
import { remembering } from '../engine/kernel/remembering.js';
import type { Account, AccountName, Accounts } from './accounts.js';

/** The account name in an API key, and whether the key is publishable. */
type KeyOwner = { readonly name: string; readonly publishable: boolean };

const noKey =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";

const refuse = (message: string): E.Either<ApiError, never> =>
  E.left({ status: 401, error: { type: 'invalid_request_error', message } });

const shownAtEnd = 4;

const masked = (key: string): string => {
  const prefix = /^[a-z]{2}_test_/.exec(key)?.[0] ?? '';
  const rest = key.slice(prefix.length);
  const end = rest.length > 2 * shownAtEnd ? rest.slice(-shownAtEnd) : '';
  return `${prefix}${'*'.repeat(rest.length - end.length)}${end}`;
};

/** The key of an `Authorization` header, bearer or basic; the empty string when there is none. */
export const apiKeyIn = (authorization: string): string => {
  const [, scheme = '', credentials = ''] = /^(\w+)\s+(\S+)\s*$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return credentials;
    case 'basic':
      return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '';
    default:
      return '';
  }
};

/** Whether the key of an `Authorization` header is publishable: made for web pages, which show it to everyone. */
export const hasPublishableKey = (authorization: string): boolean =>
  apiKeyIn(authorization).startsWith('pk_');

/** Reads the API key of an `Authorization` header: bearer, or basic with the key as user. Every test key is accepted. */
const authenticate = (authorization: string): E.Either<ApiError, KeyOwner> => {
  const key = apiKeyIn(authorization);
  const [, kind, name] = /^(sk|rk|pk)_test_([A-Za-z0-9_]+)$/.exec(key) ?? [];
  if (name !== undefined) return E.right({ name, publishable: kind === 'pk' });
  if (key === '') return refuse(noKey);
  const [live] = /^[a-z]{2}_live_/.exec(key) ?? [];
  return refuse(
    live === undefined
      ? `Invalid API Key provided: ${masked(key)}`
      : `Invalid API Key provided: ${live}****. This test server accepts test keys only: never send a live key to it.`,
  );
};

/** Reads `Stripe-Account`; `null`: the account of the key itself. */
const readConnectedAccount = (header: string): E.Either<ApiError, string | null> => {
  if (header === '') return E.right(null);
  return /^acct_[A-Za-z0-9]{1,64}$/.test(header)
    ? E.right(header)
    : E.left({
        status: 403,
        error: {
          type: 'invalid_request_error',
          message: `The provided key does not have access to account '${redact(header).slice(0, 40)}' (or that account does not exist). Application access may have been revoked.`,
          code: 'account_invalid',
          doc_url: docUrl('account_invalid'),
        },
      });
};

type Caller = { readonly account: AccountName; readonly publishable: boolean };

/** Reads the headers `Authorization` and `Stripe-Account`. */
const readCaller = (authorization: string, stripeAccount: string): E.Either<ApiError, Caller> => {
  const owner = authenticate(authorization);
  if (E.isLeft(owner)) return owner;
  const connected = readConnectedAccount(stripeAccount);
  if (E.isLeft(connected)) return connected;
  const { name, publishable } = owner.right;
  return E.right({ account: { name, connected: connected.right }, publishable });
};

// Programs send the same few keys again and again.
const mostKnown = 1000;

/** Reads a key without an account under it, mostly from memory. */
const readKey = remembering(mostKnown, (authorization) => readCaller(authorization, ''), E.isRight);

/** The account of a request, and whether its key is publishable. */
export type Identity = { readonly account: Account; readonly publishable: boolean };

/** Finds the account of the headers `Authorization` and `Stripe-Account`. `reads`: for a request that changes nothing. */
export const identify =
  (accounts: Accounts) =>
  (authorization: string, stripeAccount: string, reads = false): E.Either<ApiError, Identity> => {
    const caller =
      stripeAccount === '' ? readKey(authorization) : readCaller(authorization, stripeAccount);
    if (E.isLeft(caller)) return caller;
    const { account, publishable } = caller.right;
    return E.right({ account: accounts.of(account, publishable || reads), publishable });
  };

/** The name of the account of these headers; `null`: the server refuses them. */
export const accountNameIn = (authorization: string, stripeAccount: string): AccountName | null => {
  const caller = readCaller(authorization, stripeAccount);
  return E.isRight(caller) ? caller.right.account : null;
};

/** The name of the account that a control is for: that of the request's key, or the default account without a key. */
export const accountNameOf =
  (defaultAccount: AccountName) =>
  (request: HttpRequest): E.Either<ApiError, AccountName> => {
    const authorization = headerOf(request, 'authorization');
    return authorization === ''
      ? E.right(defaultAccount)
      : pipe(
          readCaller(authorization, headerOf(request, 'stripe-account')),
          E.map(({ account }) => account),
        );
  };

/** The name of the account of a key and a `Stripe-Account`. Throws a `TypeError` where the server would refuse them. */
export const accountNameOfKey = (apiKey: string, stripeAccount = ''): AccountName =>
  pipe(
    readCaller(`Bearer ${apiKey}`, stripeAccount),
    E.match(
      ({ error }) => {
        throw new TypeError(error.message);
      },
      ({ account }) => account,
    ),
  );
