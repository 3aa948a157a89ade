import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { PaymentProcessor } from '../../../../application/ports/payment-processor.js';
import { unitsOfCurrency } from '../../../../domain/currency.js';
import { PaymentIntentId, SetupIntentId } from '../../../../domain/ids.js';
import { decodeInput, input } from '../../../../domain/input.js';
import type { PaymentError } from '../../../../domain/payment-error.js';
import type { PaymentIntent } from '../../../../domain/payment-intent.js';
import { leadsToPage } from '../../../../domain/return-url.js';
import type { SetupIntent } from '../../../../domain/setup-intent.js';
import type { Endpoint } from '../core/matcher.js';
import type { HttpResponse } from '../core/message.js';
import { httpStatus } from '../http-error.js';
import { describeInSpanish } from '../spanish-texts.js';
import { readFormFields } from './form-fields.js';
import { escapeHtml, htmlPage, htmlResponse, pagePolicy, redirectResponse } from './html-page.js';
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

const formLimit = 1024;

const Redirect = t.type({ redirect_to_url: t.type({ return_url: t.string }) });

const Answer = t.type({ outcome: t.keyof({ approve: null, refuse: null }) });

const pageResponse = (status: number, html: string): HttpResponse =>
  htmlResponse(status, challengePagePolicy, html);

const problemResponse = (error: PaymentError): HttpResponse =>
  pageResponse(httpStatus(error), challengeEndPage(describeInSpanish(error)));

const isFollowed = (url: string): boolean => leadsToPage(url) && URL.canParse(url);

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

/** The page where a person approves or refuses a 3D Secure challenge of the in-memory processor. */
export const challengeEndpoints = ({
  processor,
  controls,
}: Dependencies): ReadonlyArray<Endpoint> => {
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

  const show: Endpoint['handle'] = async (_request, { id }) => {
    const found = await findIntent(id)();
    if (E.isLeft(found)) return problemResponse(found.left);
    if (found.right.status === 'requires_action') {
      return pageResponse(200, challengePage(found.right));
    }
    const subject = isSetup(found.right) ? 'Esta tarjeta' : 'Este pago';
    return pageResponse(200, challengeEndPage(`${subject} no espera ninguna autenticación.`));
  };

  const answer: Endpoint['handle'] = async (request, { id }) => {
    const given = Object.fromEntries(await readFormFields(request, formLimit));
    if (!Answer.is(given)) {
      return pageResponse(
        400,
        challengeEndPage('La respuesta debe ser outcome=approve u outcome=refuse.'),
      );
    }
    const before = await findIntent(id)();
    if (E.isLeft(before)) return problemResponse(before.left);
    const act = given.outcome === 'approve' ? controls.completeChallenge : controls.failChallenge;
    const after = attemptControl(() => act(before.right.id));
    if (E.isLeft(after)) return problemResponse(after.left);
    const action = before.right.next_action;
    // A restored snapshot can hold any URL, and one with an invalid host or port looks like others.
    return Redirect.is(action) && isFollowed(action.redirect_to_url.return_url)
      ? redirectResponse(returnUrl(action.redirect_to_url.return_url, after.right))
      : pageResponse(
          200,
          challengeEndPage('Autenticación terminada. Ya puede cerrar esta página.'),
        );
  };

  return [
    { method: 'GET', path, handle: show },
    { method: 'POST', path, handle: answer },
  ];
};
