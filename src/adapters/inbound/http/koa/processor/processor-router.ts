import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { withoutClientSecret } from '../../../../../domain/redact.js';
import { authorize } from '../../api-keys.js';
import type { HttpError } from '../../http-error.js';
import { jsonObject } from '../../json-body.js';
import { renderSuccess } from '../../render.js';
import { readJsonBody } from '../read-json-body.js';
import { send } from '../send.js';
import { type ErrorAnswers, sendError } from '../send-error.js';
import { processorCommands } from './processor-commands.js';
import type { ProcessorControls } from './processor-controls.js';
import { refuseForeignPages } from './refuse-foreign-pages.js';

type Options = ErrorAnswers & {
  /** Bearer keys that may call; none: everybody may, but no page of another site. */
  readonly apiKeys: ReadonlyArray<string>;
  /** The address that the service listens on. */
  readonly host: string;
  /** Where a browser reaches the service. */
  readonly publicUrl: string;
};

/** The controls of the in-memory processor for programs, under `/_processor`, in the envelope. */
export const createProcessorRouter = (
  controls: ProcessorControls,
  { apiKeys, host, publicUrl, ...errors }: Options,
): Router => {
  const router = new Router({ prefix: '/_processor' });
  const mayCall = authorize(apiKeys);
  if (apiKeys.length === 0) router.use(refuseForeignPages({ host, publicUrl }, errors));

  for (const { name, message, run } of processorCommands(controls)) {
    router.post(`/${name}`, async (ctx) => {
      ctx.state['route'] = `/_processor/${name}`;
      const outcome = await pipe(
        TE.fromEither<HttpError, unknown>(mayCall(ctx.get('authorization'))),
        TE.flatMap(() => readJsonBody(ctx)),
        TE.flatMapEither(jsonObject),
        TE.flatMapEither(run),
      )();
      if (E.isLeft(outcome)) sendError(ctx, outcome.left, errors);
      else send(ctx, renderSuccess(200, message, withoutClientSecret(outcome.right)));
    });
  }
  return router;
};
