import { Router } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import type { PaymentProcessor } from '../../../../../application/ports/payment-processor.js';
import { unitsOfCurrency } from '../../../../../domain/currency.js';
import { PaymentIntentId, SetupIntentId } from '../../../../../domain/ids.js';
import { decodeInput, input } from '../../../../../domain/input.js';
import type { PaymentError } from '../../../../../domain/payment-error.js';
import type { PaymentIntent } from '../../../../../domain/payment-intent.js';
import type { SetupIntent } from '../../../../../domain/setup-intent.js';
import { httpStatus } from '../../http-error.js';
import { describeInSpanish } from '../../spanish-texts.js';
import { dropBody } from '../read-body.js';
import { escapeHtml, htmlPage, pagePolicy, redirectTo, sendHtml } from './html-page.js';
import { attemptControl, type ProcessorControls } from './processor-controls.js';

const style = `
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eef1f6; color: #1b2433;
    font: 16px/1.5 system-ui, sans-serif; }
  main { background: #fff; margin: 1rem; padding: 2rem; border-radius: 12px; max-width: 24rem; overflow-wrap: anywhere;
    box-shadow: 0 2px 16px #1b243322; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
  .amount { font-size: 2rem; font-weight: 600; margin: 1rem 0 0; }
  .note { color: #5a6577; font-size: .875rem; }
  form { display: flex; gap: .75rem; margin-top: 1.5rem; }
  button { flex: 1; padding: .7rem 1rem; border: 0; border-radius: 8px; font: inherit; cursor: pointer; }
  .approve { background: #1f6f43; color: #fff; }
  .refuse { background: #e3e7ee; color: #1b2433; }
`;

const challengePagePolicy = pagePolicy(style, "'self'");

const page = (title: string, content: string): string =>
  htmlPage({
    language: 'es',
    title,
    style,
    body: `<main><h1>${escapeHtml(title)}</h1>
${content}
</main>`,
  });

type Intent = PaymentIntent | SetupIntent;

const isSetup = (intent: Intent): intent is SetupIntent => intent.object === 'setup_intent';

/** `19,99 EUR`, and `1999 JPY`, which has no minor unit. */
const amountOf = ({ amount, currency }: PaymentIntent): string => {
  const decimals = unitsOfCurrency(currency)?.decimals ?? 2;
  const units = (amount / 10 ** decimals).toFixed(decimals).replace('.', ',');
  return `${units} ${currency.toUpperCase()}`;
};

const subjectOf = (intent: Intent): string =>
  isSetup(intent)
    ? `<p class="amount">Guardar tarjeta</p>
<p class="note">Intento de configuración ${escapeHtml(intent.id)}</p>`
    : `<p class="amount">${escapeHtml(amountOf(intent))}</p>
<p class="note">Pago ${escapeHtml(intent.id)}</p>`;

/** The page where a person approves or refuses a 3D Secure challenge, in place of the bank's page. */
const challengePage = (intent: Intent): string =>
  page(
    'Autenticación 3D Secure',
    `<p class="note">Banco simulado del procesador en memoria. No se mueve dinero de verdad.</p>
${subjectOf(intent)}
<form method="post">
<button class="approve" name="outcome" value="approve">Autorizar</button>
<button class="refuse" name="outcome" value="refuse">Rechazar</button>
</form>`,
  );

/** The page that is shown when there is no challenge, or no page to return to. */
const challengeEndPage = (message: string): string =>
  page('Autenticación 3D Secure', `<p>${escapeHtml(message)}</p>`);

type Dependencies = {
  readonly processor: Pick<PaymentProcessor, 'retrievePaymentIntent' | 'retrieveSetupIntent'>;
  readonly controls: Pick<ProcessorControls, 'completeChallenge' | 'failChallenge'>;
};

const path = '/_processor/challenges/:id';

const parseForm = bodyParser({ enableTypes: ['form'], formLimit: '1kb' });

const readForm = async (ctx: Context): Promise<unknown> => {
  try {
    await parseForm(ctx, async () => undefined);
    return ctx.request.body;
  } catch {
    dropBody(ctx);
    return undefined;
  }
};

const Redirect = t.type({ redirect_to_url: t.type({ return_url: t.string }) });

const Answer = t.type({ outcome: t.keyof({ approve: null, refuse: null }) });

const sendPage = (ctx: Context, status: number, html: string): void =>
  sendHtml(ctx, status, challengePagePolicy, html);

const sendProblem = (ctx: Context, error: PaymentError): void =>
  sendPage(ctx, httpStatus(error), challengeEndPage(describeInSpanish(error)));

/** The shop's return URL with the parameters that the processor adds. */
const returnUrl = (url: string, intent: Intent): string => {
  const back = new URL(url);
  back.searchParams.set(intent.object, intent.id);
  back.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  back.searchParams.set(
    'redirect_status',
    intent.status === 'requires_payment_method' ? 'failed' : 'succeeded',
  );
  return back.href;
};

/** The routes of the page where a person approves or refuses a 3D Secure challenge of the in-memory processor. */
export const createChallengeRouter = ({ processor, controls }: Dependencies): Router => {
  const router = new Router();

  const findIntent = (id: string | undefined): TE.TaskEither<PaymentError, Intent> =>
    id?.startsWith('seti_') === true
      ? pipe(
          TE.fromEither(decodeInput(input({ setup_intent: SetupIntentId }))({ setup_intent: id })),
          TE.flatMap((found) => processor.retrieveSetupIntent(found)),
        )
      : pipe(
          TE.fromEither(
            decodeInput(input({ payment_intent: PaymentIntentId }))({ payment_intent: id }),
          ),
          TE.flatMap((found) => processor.retrievePaymentIntent(found)),
        );

  router.get(path, async (ctx) => {
    ctx.state['route'] = path;
    const found = await findIntent(ctx.params['id'])();
    if (E.isLeft(found)) sendProblem(ctx, found.left);
    else if (found.right.status !== 'requires_action') {
      const subject = isSetup(found.right) ? 'Esta tarjeta' : 'Este pago';
      sendPage(ctx, 200, challengeEndPage(`${subject} no espera ninguna autenticación.`));
    } else sendPage(ctx, 200, challengePage(found.right));
  });

  router.post(path, async (ctx) => {
    ctx.state['route'] = path;
    const answer = await readForm(ctx);
    if (!Answer.is(answer)) {
      sendPage(
        ctx,
        400,
        challengeEndPage('La respuesta debe ser outcome=approve u outcome=refuse.'),
      );
      return;
    }
    const before = await findIntent(ctx.params['id'])();
    if (E.isLeft(before)) {
      sendProblem(ctx, before.left);
      return;
    }
    const act = answer.outcome === 'approve' ? controls.completeChallenge : controls.failChallenge;
    const after = attemptControl(() => act(before.right.id));
    if (E.isLeft(after)) {
      sendProblem(ctx, after.left);
      return;
    }
    const action = before.right.next_action;
    // A `ReturnUrl` can still be invalid: `https://[1`, `https://shop.example:99999`.
    if (Redirect.is(action) && URL.canParse(action.redirect_to_url.return_url)) {
      redirectTo(ctx, returnUrl(action.redirect_to_url.return_url, after.right));
    } else {
      sendPage(ctx, 200, challengeEndPage('Autenticación terminada. Ya puede cerrar esta página.'));
    }
  });
  return router;
};
