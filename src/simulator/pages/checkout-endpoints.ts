import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { htmlResponse, redirectResponse } from '../../adapters/inbound/http/core/html-page.js';
import { type Language, languageOfPage } from '../../adapters/inbound/http/core/language.js';
import type { Endpoint } from '../../adapters/inbound/http/core/matcher.js';
import type { HttpRequest, HttpResponse } from '../../adapters/inbound/http/core/message.js';
import { httpStatus } from '../../adapters/inbound/http/http-error-facts.js';
import type { PaymentError } from '../../domain/payment-error.js';
import {
  type CheckoutEntries,
  type CheckoutField,
  type CheckoutProblem,
  type CheckoutView,
  checkoutChallengePage,
  checkoutEndPage,
  checkoutFields,
  checkoutPage,
  checkoutPolicy,
} from './checkout-page.js';
import { type CheckoutTexts, checkoutTexts } from './checkout-texts.js';
import { readFormFields } from './form-fields.js';

type Address = {
  readonly line1: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
};

/** The form that the customer submits. */
type CheckoutSubmission = {
  readonly card: {
    readonly number: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly cvc: string;
  };
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Address;
  readonly shipping?: { readonly name: string; readonly address: Address };
  readonly shipping_rate?: string;
};

/** A challenge of the bank: its intent, and its page. */
export type CheckoutChallenge = { readonly id: string; readonly url: string };

/** The processor behind the page. */
export type CheckoutDesk = {
  readonly find: (session: string) => CheckoutView | null;
  /** Pays, and returns the bank's challenge for the customer; `null`: there is none. */
  readonly submit: (
    session: string,
    submission: CheckoutSubmission,
  ) => TE.TaskEither<PaymentError, CheckoutChallenge | null>;
};

const path = '/_processor/checkout/:session';

const formLimit = 8 * 1024;

const readEntries = async (request: HttpRequest): Promise<CheckoutEntries> => {
  const form = await readFormFields(request, formLimit);
  return Object.fromEntries(
    checkoutFields.flatMap((name) => {
      const value = form.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
};

const languageOf = (request: HttpRequest, view: CheckoutView | null): Language => {
  const locale = view?.locale ?? 'auto';
  if (locale !== 'auto') return locale.startsWith('es') ? 'es' : 'en';
  return languageOfPage(request, 'es');
};

const asksForAddress = ({ asksForAddress: asks, shipsTo }: CheckoutView): boolean =>
  asks || shipsTo.length > 0;

const requiredFields = (view: CheckoutView): ReadonlyArray<CheckoutField> => [
  ...(view.email === null ? (['email'] as const) : []),
  ...(view.asksForPhone ? (['phone'] as const) : []),
  ...(view.shipsTo.length > 0 ? (['name'] as const) : []),
  ...(asksForAddress(view) ? (['line1', 'postal_code', 'city', 'country'] as const) : []),
  'number',
  'expiry',
  'cvc',
  'holder',
];

type Expiry = { readonly exp_month: number; readonly exp_year: number };

const readExpiry = (entered: string): Expiry | null => {
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})$/.exec(entered) ?? [];
  return month === undefined ? null : { exp_month: Number(month), exp_year: Number(year) };
};

const mistakes = (
  texts: CheckoutTexts,
  view: CheckoutView,
  entries: CheckoutEntries,
): ReadonlyArray<CheckoutProblem> =>
  requiredFields(view).flatMap((field) => {
    const entry = entries[field];
    if (entry === undefined) return [{ field, text: texts.missing(texts[field]) }];
    const isWrong =
      (field === 'number' && !/^[\d\s-]{12,30}$/.test(entry)) ||
      (field === 'cvc' && !/^\d{3,4}$/.test(entry)) ||
      (field === 'expiry' && readExpiry(entry) === null);
    return isWrong ? [{ field, text: texts.invalid(texts[field]) }] : [];
  });

const submissionOf = (view: CheckoutView, entries: CheckoutEntries): CheckoutSubmission => {
  const { number = '', expiry = '', cvc = '', holder = '', name = '', email, phone } = entries;
  const { exp_month = 0, exp_year = 0 } = readExpiry(expiry) ?? {};
  const { shipping_rate } = entries;
  const { line1 = '', postal_code = '', city = '', country = '' } = entries;
  const address = { line1, postal_code, city, country };
  return {
    card: { number: number.replaceAll(/[\s-]/g, ''), exp_month, exp_year, cvc },
    name: holder,
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(asksForAddress(view) ? { address } : {}),
    ...(view.shipsTo.length > 0 ? { shipping: { name, address } } : {}),
    ...(shipping_rate === undefined ? {} : { shipping_rate }),
  };
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

const problemOf = (texts: CheckoutTexts, error: PaymentError): CheckoutProblem => {
  if (error._tag === 'CardError') {
    const { code, decline_code } = error;
    return {
      field: fieldOfCode[code ?? ''] ?? null,
      text: reasonOf(texts, decline_code) ?? reasonOf(texts, code) ?? texts.declined,
    };
  }
  return error._tag === 'ProcessorRefused' && error.param === 'email'
    ? { field: 'email', text: texts.invalid(texts.email) }
    : { field: null, text: texts.unavailable };
};

const formResponse = (
  request: HttpRequest,
  status: number,
  view: CheckoutView,
  entries: CheckoutEntries,
  problems: ReadonlyArray<CheckoutProblem>,
): HttpResponse => {
  const language = languageOf(request, view);
  const html = checkoutPage(language, view, entries, problems);
  return htmlResponse(status, checkoutPolicy(view), language, html);
};

const endResponse = (request: HttpRequest, view: CheckoutView | null): HttpResponse => {
  const language = languageOf(request, view);
  const html = checkoutEndPage(language, view);
  return htmlResponse(view === null ? 404 : 200, checkoutPolicy(view), language, html);
};

/** After the payment: back to the shop, or the end of the page that the shop's page holds. */
const completeResponse = (request: HttpRequest, view: CheckoutView): HttpResponse =>
  view.isEmbedded || view.successUrl === null
    ? endResponse(request, { ...view, status: 'complete' })
    : redirectResponse(view.successUrl);

// The page of the bank does not fit into a frame of the shop's page.
const challengeResponse = (
  request: HttpRequest,
  view: CheckoutView,
  { id, url }: CheckoutChallenge,
): HttpResponse => {
  if (!view.isEmbedded) return redirectResponse(url);
  const language = languageOf(request, view);
  const html = checkoutChallengePage(language, view, id);
  return htmlResponse(200, checkoutPolicy(view), language, html);
};

/** The page of a checkout session, on which a customer pays or saves a card. It works without scripts. */
export const checkoutEndpoints = ({ find, submit }: CheckoutDesk): ReadonlyArray<Endpoint> => {
  const show: Endpoint['handle'] = (request, { session = '' }) => {
    const view = find(session);
    // The bank sends the customer back with it.
    const outcome = new URLSearchParams(request.querystring).get('redirect_status');
    if (view?.status === 'open') {
      const { authentication } = checkoutTexts[languageOf(request, view)].reasons;
      const problems = outcome === 'failed' ? [{ field: null, text: authentication }] : [];
      return formResponse(request, 200, view, {}, problems);
    }
    return view?.status === 'complete' && outcome !== null
      ? completeResponse(request, view)
      : endResponse(request, view);
  };

  const pay: Endpoint['handle'] = async (request, { session = '' }) => {
    const entries = await readEntries(request);
    const view = find(session);
    // A second click comes after the first has paid.
    if (view?.status === 'complete') return completeResponse(request, view);
    if (view?.status !== 'open') return endResponse(request, view);
    const texts = checkoutTexts[languageOf(request, view)];
    const wrong = mistakes(texts, view, entries);
    if (wrong.length > 0) return formResponse(request, 400, view, entries, wrong);
    const outcome = await submit(session, submissionOf(view, entries))();
    if (E.isRight(outcome)) {
      const challenge = outcome.right;
      return challenge === null
        ? completeResponse(request, view)
        : challengeResponse(request, view, challenge);
    }
    const error = outcome.left;
    return formResponse(request, httpStatus(error), view, entries, [problemOf(texts, error)]);
  };

  return [
    { method: 'GET', path, handle: show },
    { method: 'POST', path, handle: pay },
  ];
};
