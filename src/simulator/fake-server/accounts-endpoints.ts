import * as E from 'fp-ts/lib/Either.js';
import { type Locale, spokenTo } from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { jsonResponse } from '../../adapters/inbound/http/failure-response.js';
import { renderSuccess } from '../../adapters/inbound/http/render.js';
import { localServerMessages } from '../../adapters/inbound/http/texts.js';
import { takeFixture } from '../controls/fixture.js';
import type { ApiError } from '../engine/errors.js';
import type { AccountName, Accounts } from '../wire/accounts.js';
import { jsonText, wireError, wireJson } from '../wire/wire-response.js';

type Options = {
  readonly accounts: Pick<Accounts, 'of' | 'drop'>;
  readonly locale: Locale;
  readonly nameOf: (request: HttpRequest) => E.Either<ApiError, AccountName>;
  /** The response to a request of a foreign web page. */
  readonly refuseForeignPage: (request: HttpRequest) => HttpResponse | null;
};

/**
 * Drops the account of the key, and shows its state as a fixture, under `/_processor`. The fixture is the whole body, so that it
 * can be written to a file as it is; the rest is in the service's envelope.
 */
export const accountsEndpoints = (options: Options): ReadonlyArray<Endpoint> => {
  const { accounts, locale, nameOf, refuseForeignPage } = options;

  const forAccount =
    (answer: (name: AccountName, request: HttpRequest) => HttpResponse): Endpoint['handle'] =>
    (request) => {
      const refusal = refuseForeignPage(request);
      if (refusal !== null) return refusal;
      const name = nameOf(request);
      return E.isLeft(name) ? wireError(name.left) : answer(name.right, request);
    };

  return [
    {
      method: 'DELETE',
      path: '/_processor/account',
      handle: forAccount((name, request) => {
        accounts.drop(name);
        return jsonResponse(
          renderSuccess(
            200,
            localServerMessages.accountDropped,
            { deleted: true },
            spokenTo(request, locale),
          ),
        );
      }),
    },
    {
      method: 'GET',
      path: '/_processor/fixture',
      handle: forAccount((name) => wireJson(200, jsonText(takeFixture(accounts.of(name).engine)))),
    },
  ];
};
