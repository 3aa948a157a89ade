import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { htmlResponse, redirectResponse } from '../../adapters/inbound/http/core/html-page.js';
import {
  type Language,
  type Locale,
  languageOfPage,
} from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { httpStatus } from '../../adapters/inbound/http/http-error-facts.js';
import type { PaymentError } from '../../domain/payment-error.js';
import type { CheckoutAction } from '../engine/checkout/page-state.js';
import {
  checkoutChallengePage,
  checkoutEndPage,
  checkoutRedirectPage,
  checkoutWaitPage,
} from './checkout-end-page.js';
import type { CheckoutEntries, CheckoutField, CheckoutProblem } from './checkout-field.js';
import { checkoutPolicy } from './checkout-layout.js';
import { chosenMethod } from './checkout-methods.js';
import { checkoutPage } from './checkout-page.js';
import { type CheckoutTexts, checkoutTexts } from './checkout-texts.js';
import type { CheckoutView } from './checkout-view.js';
import {
  type CheckoutSubmission,
  entryProblems,
  readEntries,
  submissionOf,
} from './read-checkout-form.js';

/** The processor behind the page. */
export type CheckoutDesk = {
  readonly find: (session: string) => CheckoutView | null;
  /** Pays, and returns the customer's next step; `null`: there is none. */
  readonly submit: (
    session: string,
    submission: CheckoutSubmission,
  ) => TE.TaskEither<PaymentError, CheckoutAction | null>;
};

const path = '/_processor/checkout/:session';

/** A request for the page of a session, and the language of its answer. */
type Visit = { readonly request: HttpRequest; readonly language: Language };

const visitOf = (request: HttpRequest, view: CheckoutView | null, [otherwise]: Locale): Visit => {
  const locale = view?.locale ?? 'auto';
  if (locale === 'auto') return { request, language: languageOfPage(request, otherwise) };
  return { request, language: locale.startsWith('es') ? 'es' : 'en' };
};

const fieldOfCode: { readonly [code: string]: CheckoutField } = {
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
  incorrect_number: 'number',
  invalid_cvc: 'cvc',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  invalid_number: 'number',
};

const reasonOf = (texts: CheckoutTexts, code: string | null): string | undefined =>
  Object.entries(texts.reasons).find(([name]) => name === code)?.[1];

const refusalOf = (
  texts: CheckoutTexts,
  { code, param }: Extract<PaymentError, { readonly _tag: 'ProcessorRefused' }>,
): CheckoutProblem => {
  if (param === 'email') return { field: 'email', text: texts.invalid(texts.email) };
  if (param?.endsWith('[iban]') !== true) return { field: null, text: texts.unavailable };
  return {
    field: 'sepa_debit_iban',
    text: code === 'invalid_bank_account_iban' ? texts.invalid(texts.iban) : texts.unusableIban,
  };
};

const problemOf = (texts: CheckoutTexts, error: PaymentError, isCard: boolean): CheckoutProblem => {
  if (error._tag === 'CardError') {
    const { code, decline_code } = error;
    if (!isCard) return { field: null, text: texts.methodDeclined };
    return {
      field: fieldOfCode[code ?? ''] ?? null,
      text: reasonOf(texts, decline_code) ?? reasonOf(texts, code) ?? texts.declined,
    };
  }
  return error._tag === 'ProcessorRefused'
    ? refusalOf(texts, error)
    : { field: null, text: texts.unavailable };
};

/** Why the customer is back at the page. `outcome`: the `redirect_status` with which the bank sends them. */
const returnProblems = (
  texts: CheckoutTexts,
  { failure }: CheckoutView,
  outcome: string | null,
): ReadonlyArray<CheckoutProblem> => {
  if (outcome === null || (failure === null && outcome !== 'failed')) return [];
  const isAuthentication = failure?.endsWith('_authentication_failure') ?? true;
  const text = isAuthentication
    ? texts.reasons.authentication
    : (reasonOf(texts, failure) ?? texts.methodDeclined);
  return [{ field: null, text }];
};

/** The address of this page, relative to itself. */
const ownUrl = (
  { querystring }: HttpRequest,
  more: { readonly [name: string]: string } = {},
): string => {
  const account = new URLSearchParams(querystring).get('account');
  return `?${new URLSearchParams({ ...(account === null ? {} : { account }), ...more }).toString()}`;
};

const formResponse = (
  { request, language }: Visit,
  status: number,
  view: CheckoutView,
  entries: CheckoutEntries,
  problems: ReadonlyArray<CheckoutProblem>,
): HttpResponse => {
  const html = checkoutPage(language, view, entries, problems, ownUrl(request));
  return htmlResponse(status, checkoutPolicy(view), language, html);
};

const endResponse = ({ language }: Visit, view: CheckoutView | null): HttpResponse => {
  const html = checkoutEndPage(language, view);
  return htmlResponse(view === null ? 404 : 200, checkoutPolicy(view), language, html);
};

/** After the payment: back to the shop, or the end of the page that the shop's page holds. */
const completeResponse = (visit: Visit, view: CheckoutView): HttpResponse =>
  view.isEmbedded || view.successUrl === null
    ? endResponse(visit, { ...view, status: 'complete' })
    : redirectResponse(view.successUrl);

// As if the customer came back from a bank.
const checkUrl = (request: HttpRequest): string => ownUrl(request, { redirect_status: 'pending' });

const secondsBetweenChecks = 2;

/** The page loads itself again until the customer has decided in the app: it has no script. */
const waitResponse = (
  { request, language }: Visit,
  view: CheckoutView,
  action: CheckoutAction,
): HttpResponse => {
  const check = checkUrl(request);
  const change = ownUrl(request, { change: 'method' });
  const html = checkoutWaitPage(language, view, action, { check, change });
  const response = htmlResponse(200, checkoutPolicy(view), language, html);
  const refresh = `${secondsBetweenChecks}; url=${check}`;
  return { ...response, headers: { ...response.headers, refresh } };
};

// The page of the bank does not fit into a frame of the shop's page.
const actionResponse = (
  { request, language }: Visit,
  view: CheckoutView,
  action: CheckoutAction,
): HttpResponse => {
  if (action.kind === 'app') return redirectResponse(checkUrl(request));
  if (!view.isEmbedded) return redirectResponse(action.url);
  const html =
    action.kind === 'challenge'
      ? checkoutChallengePage(language, view, action.intent)
      : checkoutRedirectPage(language, view, action);
  return htmlResponse(200, checkoutPolicy(view), language, html);
};

/**
 * The page of a checkout session, on which a customer pays or saves a payment method. It works without scripts. `locale`: its first
 * language is for browsers that want none.
 */
export const checkoutEndpoints = (
  { find, submit }: CheckoutDesk,
  locale: Locale,
): ReadonlyArray<Endpoint> => {
  const show: Endpoint['handle'] = (request, { session = '' }) => {
    const view = find(session);
    const visit = visitOf(request, view, locale);
    const query = new URLSearchParams(request.querystring);
    // The bank sends the customer back with it.
    const outcome = query.get('redirect_status');
    if (view?.status === 'open') {
      const { action } = view;
      if (action?.kind === 'app' && !query.has('change')) {
        return waitResponse(visit, view, action);
      }
      const texts = checkoutTexts[visit.language];
      return formResponse(visit, 200, view, {}, returnProblems(texts, view, outcome));
    }
    return view?.status === 'complete' && outcome !== null
      ? completeResponse(visit, view)
      : endResponse(visit, view);
  };

  const pay: Endpoint['handle'] = async (request, { session = '' }) => {
    const entries = await readEntries(request);
    const view = find(session);
    const visit = visitOf(request, view, locale);
    // A second click comes after the first has paid.
    if (view?.status === 'complete') return completeResponse(visit, view);
    if (view?.status !== 'open') return endResponse(visit, view);
    const texts = checkoutTexts[visit.language];
    const wrong = entryProblems(texts, view, entries);
    if (wrong.length > 0) return formResponse(visit, 400, view, entries, wrong);
    const outcome = await submit(session, submissionOf(view, entries))();
    if (E.isRight(outcome)) {
      const action = outcome.right;
      return action === null ? completeResponse(visit, view) : actionResponse(visit, view, action);
    }
    const error = outcome.left;
    const isCard = chosenMethod(view, entries)?.type === 'card';
    const problem = problemOf(texts, error, isCard);
    return formResponse(visit, httpStatus(error), view, entries, [problem]);
  };

  return [
    { method: 'GET', path, handle: show },
    { method: 'POST', path, handle: pay },
  ];
};
