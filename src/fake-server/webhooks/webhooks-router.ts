import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import type { ErrorAnswers } from '../../adapters/inbound/http/failure-response.js';
import type { HttpError } from '../../adapters/inbound/http/http-error.js';
import { jsonObject } from '../../adapters/inbound/http/json-body.js';
import { readJsonOfContext } from '../../adapters/inbound/http/koa/read-body.js';
import { refuseForeignPages } from '../../adapters/inbound/http/koa/refuse-foreign-pages.js';
import { send, sendError } from '../../adapters/inbound/http/koa/send.js';
import { renderSuccess } from '../../adapters/inbound/http/render.js';
import { localServerMessages } from '../../adapters/inbound/http/spanish-texts.js';
import { toProcessorError } from '../../adapters/outbound/memory/call-engine.js';
import type { ApiError } from '../../adapters/outbound/memory/engine/errors.js';
import { answered } from '../../adapters/outbound/memory/engine/kernel/pipeline.js';
import { pageParams } from '../../adapters/outbound/memory/engine/params/page.js';
import { textParam } from '../../adapters/outbound/memory/engine/params/primitives.js';
import { shape } from '../../adapters/outbound/memory/engine/params/shape.js';
import { decodeInput, input } from '../../domain/input.js';
import { text } from '../../domain/primitives.js';
import type { Account } from '../accounts.js';
import { readForm } from '../wire/read-form.js';
import { sendApiError } from '../wire/send-response.js';
import type { AccountWebhooks, Webhooks } from './webhooks.js';

type Options = ErrorAnswers & {
  readonly webhooks: AccountWebhooks;
  readonly accountOf: (ctx: Context) => E.Either<ApiError, Account>;
  readonly host: string;
  readonly publicUrl: string;
};

const DeliveriesPage = shape({}, { ...pageParams, event: textParam });
const Resend = input({ id: text('Event id') }, { url: text('Where to send it') });

const toHttpError = (error: ApiError): HttpError => toProcessorError(answered(error));

/** Lists attempts to send webhooks, and sends an event again, under `/_processor` in the service's envelope. */
export const createWebhooksRouter = (options: Options): Router => {
  const { webhooks, accountOf, host, publicUrl, ...errors } = options;
  const router = new Router({ prefix: '/_processor' });
  const ownPagesOnly = refuseForeignPages({ host, publicUrl }, errors);

  const answer =
    (message: string, work: (ctx: Context, of: Webhooks) => TE.TaskEither<HttpError, object>) =>
    async (ctx: Context): Promise<void> => {
      const account = accountOf(ctx);
      if (E.isLeft(account)) {
        sendApiError(ctx, account.left);
        return;
      }
      const outcome = await work(ctx, webhooks.of(account.right))();
      if (E.isLeft(outcome)) sendError(ctx, outcome.left, errors);
      else send(ctx, renderSuccess(200, message, outcome.right));
    };

  router.get(
    '/deliveries',
    ownPagesOnly,
    answer(localServerMessages.deliveriesListed, (ctx, { deliveries }) =>
      pipe(
        () => readForm(ctx),
        TE.flatMapEither((form) => DeliveriesPage.read(form, '')),
        TE.mapLeft(toHttpError),
        TE.flatMapEither((page) => pipe(deliveries(page), E.mapLeft(toProcessorError))),
      ),
    ),
  );
  router.post(
    '/resend',
    ownPagesOnly,
    answer(localServerMessages.eventResent, (ctx, { resend }) =>
      pipe(
        readJsonOfContext(ctx),
        TE.flatMapEither(jsonObject),
        TE.flatMapEither((body) => decodeInput(Resend)(body)),
        TE.flatMap(({ id, url }) => pipe(() => resend(id, url), TE.mapLeft(toProcessorError))),
      ),
    ),
  );
  return router;
};
