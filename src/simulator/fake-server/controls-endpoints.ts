import * as E from 'fp-ts/lib/Either.js';
import { languages } from '../../adapters/inbound/http/core/language.js';
import { createMatcher, type Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/failure-response.js';
import { processorEndpoints } from '../controls/processor-endpoints.js';
import type { ApiError } from '../engine/errors.js';
import { challengeEndpoints } from '../pages/challenge-endpoints.js';
import { checkoutDesk } from '../pages/checkout-desk.js';
import { checkoutEndpoints } from '../pages/checkout-endpoints.js';
import type { Account, Accounts } from '../wire/accounts.js';
import { wireError } from '../wire/wire-response.js';

type Options = ErrorAnswers & {
  readonly accounts: Accounts;
  readonly accountOf: (request: HttpRequest) => E.Either<ApiError, Account>;
  readonly host: string;
  readonly publicUrl: string;
  readonly unknownUrl: (request: HttpRequest) => HttpResponse;
};

type Matcher = ReturnType<typeof createMatcher<Endpoint>>;

type AccountPages = { readonly [N in 'challenges' | 'checkout' | 'commands']: Matcher };

type Response = ReturnType<Endpoint['handle']>;

const answer = (find: Matcher, request: HttpRequest): Response | undefined => {
  const match = find(request.method, request.path);
  return match?.endpoint.handle(request, match.params);
};

/** The pages and controls that play the customer, the bank and the network: the pages of 3D Secure and of Checkout, and commands. */
export const controlsEndpoints = (options: Options): ReadonlyArray<Endpoint> => {
  const { accounts, accountOf, unknownUrl, ...answers } = options;
  // Weak: a dropped account takes its pages along.
  const known = new WeakMap<Account, AccountPages>();

  const pagesOf = (account: Account): AccountPages => {
    const { engine, processor } = account;
    const { controls } = processor;
    const pages = known.get(account) ?? {
      challenges: createMatcher(challengeEndpoints({ processor, controls, locale: languages })),
      checkout: createMatcher(checkoutEndpoints(checkoutDesk(engine), languages)),
      commands: createMatcher(processorEndpoints(controls, answers)),
    };
    known.set(account, pages);
    return pages;
  };

  const command = (request: HttpRequest): Response => {
    const account = accountOf(request);
    if (E.isLeft(account)) return wireError(account.left);
    return answer(pagesOf(account.right).commands, request) ?? unknownUrl(request);
  };

  const page = (name: 'challenges' | 'checkout'): Endpoint => ({
    method: '*',
    path: `/_processor/${name}/:id`,
    handle: (request) => {
      const account = accounts.inUrl(new URLSearchParams(request.querystring).get('account'));
      const shown = account === undefined ? undefined : answer(pagesOf(account)[name], request);
      return shown ?? command(request);
    },
  });

  return [
    page('challenges'),
    page('checkout'),
    { method: '*', path: '/_processor/*', handle: command },
  ];
};
