import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import {
  escapeHtml,
  htmlPage,
  htmlResponse,
  pagePolicy,
  redirectResponse,
} from '../../adapters/inbound/http/core/html-page.js';
import {
  type Language,
  type Locale,
  languageOfPage,
} from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { describeHttpError, httpStatus } from '../../adapters/inbound/http/http-error-facts.js';
import type { PaymentProcessor } from '../../application/ports/payment-processor.js';
import { PaymentIntentId, SetupIntentId } from '../../domain/ids.js';
import { decodeInput, input } from '../../domain/input/input.js';
import { moneyText } from '../../domain/money/amount-text.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import { leadsToPage } from '../../domain/objects/return-url.js';
import type { SetupIntent } from '../../domain/objects/setup-intent.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { MemoryControls } from '../controls/memory-controls.js';
import { attemptControl } from '../controls/processor-controls.js';
import type { AwaitedMethod } from '../engine/intents/awaited-method.js';
import { challengeTexts } from './challenge-texts.js';
import { readFormFields } from './form-fields.js';
import { pageColors } from './page-colors.js';

const style = `${pageColors}  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; padding: 1rem; display: grid; place-items: center; background: var(--page);
    color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  main { background: var(--card); width: 100%; max-width: 24rem; padding: clamp(1.25rem, 6vw, 2rem); border-radius: 12px;
    overflow-wrap: anywhere; box-shadow: var(--shadow); }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
  .amount { font-size: 2rem; font-weight: 600; margin: 1rem 0 0; }
  .note { color: var(--soft); font-size: .875rem; }
  p:last-child { margin-bottom: 0; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
  button { flex: 1 0 7rem; min-height: 2.75rem; padding: .7rem 1rem; border: 0; border-radius: 8px; font: inherit; cursor: pointer; }
  .approve { background: var(--good); color: var(--on-good); }
  .refuse { background: var(--calm); color: var(--text); }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

const challengePagePolicy = pagePolicy(style, "'self'");

const pageWith = (
  language: Language,
  content: string,
  title = challengeTexts[language].title,
): string =>
  htmlPage({
    language,
    title,
    style,
    body: `<main><h1>${title}</h1>
${content}
</main>`,
  });

type Intent = PaymentIntent | SetupIntent;

const isSetup = (intent: Intent): intent is SetupIntent => intent.object === 'setup_intent';

// A challenge of a card has no such parts.
const methodOnly = (language: Language) => {
  const { leave, closeNote } = challengeTexts[language];
  return {
    button: `\n<button class="refuse" name="outcome" value="leave">${leave}</button>`,
    note: `\n<p class="note">${closeNote}</p>`,
  };
};

/** The page where a person approves or refuses, in place of the bank's page. */
const challengePage = (
  language: Language,
  intent: Intent,
  { type, name }: AwaitedMethod,
): string => {
  const texts = challengeTexts[language];
  const isCard = type === 'card';
  const { button, note } = isCard ? { button: '', note: '' } : methodOnly(language);
  const [what, which] = isSetup(intent)
    ? [texts.save, texts.setup(intent.id)]
    : [moneyText(intent.amount, intent.currency, language), texts.payment(intent.id)];
  return pageWith(
    language,
    `<p class="note">${texts.bank}</p>
<p class="amount">${escapeHtml(what)}</p>
<p class="note">${escapeHtml(which)}</p>
<form method="post">
<button class="approve" name="outcome" value="approve">${texts.approve}</button>
<button class="refuse" name="outcome" value="refuse">${texts.refuse}</button>${button}
</form>${note}`,
    isCard ? texts.title : escapeHtml(texts.methodTitle(name)),
  );
};

type Dependencies = {
  readonly processor: Pick<PaymentProcessor, 'retrievePaymentIntent' | 'retrieveSetupIntent'>;
  readonly controls: Pick<MemoryControls, 'awaitedMethod' | 'completeChallenge' | 'failChallenge'>;
  /** Its first language is for browsers that want none. */
  readonly locale: Locale;
};

const path = '/_processor/challenges/:id';

const formLimit = 1024;

const Redirect = t.type({ redirect_to_url: t.type({ return_url: t.string }) });

const Answer = t.type({ outcome: t.keyof({ approve: null, leave: null, refuse: null }) });

/** A page without a challenge, or without a page to return to. */
const endResponse = (status: number, language: Language, message: string): HttpResponse =>
  htmlResponse(
    status,
    challengePagePolicy,
    language,
    pageWith(language, `<p>${escapeHtml(message)}</p>`),
  );

// The processor's own texts are English, whoever reads the page.
const problemText = (language: Language, error: PaymentError): string => {
  const { unknown, tooLate } = challengeTexts[language];
  if (error._tag !== 'ProcessorRefused') return describeHttpError(error, language);
  return error.status === 404 ? unknown : tooLate;
};

const problemResponse = (language: Language, error: PaymentError): HttpResponse =>
  endResponse(httpStatus(error), language, problemText(language, error));

const isFollowed = (url: string): boolean => leadsToPage(url) && URL.canParse(url);

// A payment that is still open, or whose bank answers later, is pending.
const redirectStatus = ({ status }: Intent): string => {
  if (status === 'requires_payment_method') return 'failed';
  return status === 'requires_action' || status === 'processing' ? 'pending' : 'succeeded';
};

/** The shop's return URL with the parameters that the processor adds. */
const returnUrl = (url: string, intent: Intent): string => {
  const back = new URL(url);
  back.searchParams.set(intent.object, intent.id);
  back.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  back.searchParams.set('redirect_status', redirectStatus(intent));
  return back.href;
};

/** The page where a person approves or refuses a payment: a 3D Secure challenge, or the page of another payment method. */
export const challengeEndpoints = ({
  processor,
  controls,
  locale,
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

  const show: Endpoint['handle'] = async (request, { id }) => {
    const language = languageOfPage(request, locale[0]);
    const found = await findIntent(id)();
    if (E.isLeft(found)) return problemResponse(language, found.left);
    const intent = found.right;
    const awaited = attemptControl(() => controls.awaitedMethod(intent.id));
    if (E.isLeft(awaited)) return problemResponse(language, awaited.left);
    return intent.status === 'requires_action'
      ? htmlResponse(
          200,
          challengePagePolicy,
          language,
          challengePage(language, intent, awaited.right),
        )
      : endResponse(200, language, challengeTexts[language].noChallenge[intent.object]);
  };

  const answer: Endpoint['handle'] = async (request, { id }) => {
    const language = languageOfPage(request, locale[0]);
    const texts = challengeTexts[language];
    const given = Object.fromEntries(await readFormFields(request, formLimit));
    if (!Answer.is(given)) return endResponse(400, language, texts.badAnswer);
    const before = await findIntent(id)();
    if (E.isLeft(before)) return problemResponse(language, before.left);
    const { outcome } = given;
    if (outcome === 'leave' && before.right.status !== 'requires_action') {
      return endResponse(400, language, texts.tooLate);
    }
    const act = outcome === 'approve' ? controls.completeChallenge : controls.failChallenge;
    const after = outcome === 'leave' ? before : attemptControl(() => act(before.right.id));
    if (E.isLeft(after)) return problemResponse(language, after.left);
    const action = before.right.next_action;
    // A restored snapshot can hold any URL, and one with an invalid host or port looks like others.
    return Redirect.is(action) && isFollowed(action.redirect_to_url.return_url)
      ? redirectResponse(returnUrl(action.redirect_to_url.return_url, after.right))
      : endResponse(200, language, texts.finished);
  };

  return [
    { method: 'GET', path, handle: show },
    { method: 'POST', path, handle: answer },
  ];
};
