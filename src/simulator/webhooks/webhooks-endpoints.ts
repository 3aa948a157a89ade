import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { spanishOnly, spokenTo, type Words } from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import {
  type ErrorAnswers,
  failureResponse,
  jsonResponse,
} from '../../adapters/inbound/http/failure-response.js';
import type { HttpError } from '../../adapters/inbound/http/http-error.js';
import { jsonObject } from '../../adapters/inbound/http/json-body.js';
import { renderSuccess } from '../../adapters/inbound/http/render.js';
import { readJsonBody } from '../../adapters/inbound/http/route-request.js';
import { localServerMessages } from '../../adapters/inbound/http/texts.js';
import { decodeInput, input } from '../../domain/input/input.js';
import { text } from '../../domain/input/primitives.js';
import { toProcessorError } from '../controls/call-engine.js';
import type { ApiError } from '../engine/errors.js';
import { answered } from '../engine/kernel/pipeline.js';
import { pageParams } from '../engine/params/page.js';
import { textParam } from '../engine/params/primitives.js';
import { shape } from '../engine/params/shape.js';
import type { Account } from '../wire/accounts.js';
import { readForm } from '../wire/read-form.js';
import { wireError } from '../wire/wire-response.js';
import type { AccountWebhooks, Webhooks } from './webhooks.js';

type Options = ErrorAnswers & {
  readonly webhooks: AccountWebhooks;
  readonly accountOf: (request: HttpRequest) => E.Either<ApiError, Account>;
  /** The response to a request of a foreign web page. */
  readonly refuseForeignPage: (request: HttpRequest) => HttpResponse | null;
};

const DeliveriesPage = shape({}, { ...pageParams, event: textParam });
const Resend = input({ id: text('Event id') }, { url: text('Where to send it') });

const toHttpError = (error: ApiError): HttpError => toProcessorError(answered(error));

/** Lists attempts to send webhooks, and sends an event again, under `/_processor` in the service's envelope. */
export const webhooksEndpoints = (options: Options): ReadonlyArray<Endpoint> => {
  const { webhooks, accountOf, refuseForeignPage, ...errors } = options;
  const { locale = spanishOnly } = errors;

  const answer =
    (
      message: Words,
      work: (request: HttpRequest, of: Webhooks) => TE.TaskEither<HttpError, object>,
    ): Endpoint['handle'] =>
    async (request) => {
      const refusal = refuseForeignPage(request);
      if (refusal !== null) return refusal;
      const account = accountOf(request);
      if (E.isLeft(account)) return wireError(account.left);
      const outcome = await work(request, webhooks.of(account.right))();
      return E.isLeft(outcome)
        ? failureResponse(outcome.left, request, errors)
        : jsonResponse(renderSuccess(200, message, outcome.right, spokenTo(request, locale)));
    };

  return [
    {
      method: 'GET',
      path: '/_processor/deliveries',
      handle: answer(localServerMessages.deliveriesListed, (request, { deliveries }) =>
        pipe(
          async () => readForm(request),
          TE.flatMapEither((form) => DeliveriesPage.read(form, '')),
          TE.mapLeft(toHttpError),
          TE.flatMapEither((page) => pipe(deliveries(page), E.mapLeft(toProcessorError))),
        ),
      ),
    },
    {
      method: 'POST',
      path: '/_processor/resend',
      handle: answer(localServerMessages.eventResent, (request, { resend }) =>
        pipe(
          () => readJsonBody(request),
          TE.flatMapEither(({ value }) => jsonObject(value)),
          TE.flatMapEither((body) => decodeInput(Resend)(body)),
          TE.flatMap(({ id, url }) => pipe(() => resend(id, url), TE.mapLeft(toProcessorError))),
        ),
      ),
    },
  ];
};
