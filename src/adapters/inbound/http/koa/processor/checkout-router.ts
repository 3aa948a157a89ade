import { Router, type RouterContext } from '@koa/router';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import bodyParser from 'koa-bodyparser';
import { isObject } from '../../../../../domain/json.js';
import type { PaymentError } from '../../../../../domain/payment-error.js';
import { httpStatus } from '../../http-error.js';
import { dropBody } from '../read-body.js';
import {
  type CheckoutEntries,
  type CheckoutField,
  type CheckoutProblem,
  type CheckoutView,
  checkoutEndPage,
  checkoutFields,
  checkoutPage,
  checkoutPolicy,
} from './checkout-page.js';
import { type CheckoutLanguage, type CheckoutTexts, checkoutTexts } from './checkout-texts.js';
import { redirectTo, sendHtml } from './html-page.js';

type Address = {
  readonly line1: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
};

/** What the customer submits. */
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

/** The processor behind the page. */
export type CheckoutDesk = {
  readonly find: (session: string) => CheckoutView | null;
  /** Pays, and returns where the customer goes next: back to the shop, or to the bank for a challenge. */
  readonly submit: (
    session: string,
    submission: CheckoutSubmission,
  ) => TE.TaskEither<PaymentError, string>;
};

const path = '/_processor/checkout/:session';

const parseForm = bodyParser({ enableTypes: ['form'], formLimit: '8kb' });

const readEntries = async (ctx: RouterContext): Promise<CheckoutEntries> => {
  try {
    await parseForm(ctx, async () => undefined);
  } catch {
    dropBody(ctx);
  }
  const { body } = ctx.request;
  return Object.fromEntries(
    checkoutFields.flatMap((name) => {
      const value: unknown = isObject(body) ? Reflect.get(body, name) : undefined;
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    }),
  );
};

const languageOf = (ctx: RouterContext, view: CheckoutView | null): CheckoutLanguage => {
  const locale = view?.locale ?? 'auto';
  if (locale !== 'auto') return locale.startsWith('es') ? 'es' : 'en';
  return ctx.acceptsLanguages('es', 'en') === 'es' ? 'es' : 'en';
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
    const { code, declineCode } = error;
    return {
      field: fieldOfCode[code ?? ''] ?? null,
      text: reasonOf(texts, declineCode) ?? reasonOf(texts, code) ?? texts.declined,
    };
  }
  return error._tag === 'ProcessorRefused' && error.param === 'email'
    ? { field: 'email', text: texts.invalid(texts.email) }
    : { field: null, text: texts.unavailable };
};

const sendForm = (
  ctx: RouterContext,
  status: number,
  view: CheckoutView,
  entries: CheckoutEntries,
  problems: ReadonlyArray<CheckoutProblem>,
): void =>
  sendHtml(
    ctx,
    status,
    checkoutPolicy,
    checkoutPage(languageOf(ctx, view), view, entries, problems),
  );

const sendEnd = (ctx: RouterContext, view: CheckoutView | null): void =>
  sendHtml(
    ctx,
    view === null ? 404 : 200,
    checkoutPolicy,
    checkoutEndPage(languageOf(ctx, view), view),
  );

/** The page of a checkout session, on which a customer pays or saves a card. It works without scripts. */
export const createCheckoutRouter = ({ find, submit }: CheckoutDesk): Router => {
  const router = new Router();

  router.get(path, (ctx) => {
    ctx.state['route'] = path;
    const view = find(ctx.params['session'] ?? '');
    // The bank sends the customer back with it.
    const outcome = new URLSearchParams(ctx.querystring).get('redirect_status');
    if (view?.status === 'open') {
      const { authentication } = checkoutTexts[languageOf(ctx, view)].reasons;
      const problems = outcome === 'failed' ? [{ field: null, text: authentication }] : [];
      sendForm(ctx, 200, view, {}, problems);
    } else if (view?.status === 'complete' && outcome !== null) redirectTo(ctx, view.successUrl);
    else sendEnd(ctx, view);
  });

  router.post(path, async (ctx) => {
    ctx.state['route'] = path;
    const session = ctx.params['session'] ?? '';
    const entries = await readEntries(ctx);
    const view = find(session);
    // A second click comes after the first has paid.
    if (view?.status === 'complete') redirectTo(ctx, view.successUrl);
    else if (view?.status !== 'open') sendEnd(ctx, view);
    else {
      const texts = checkoutTexts[languageOf(ctx, view)];
      const wrong = mistakes(texts, view, entries);
      if (wrong.length > 0) {
        sendForm(ctx, 400, view, entries, wrong);
        return;
      }
      const outcome = await submit(session, submissionOf(view, entries))();
      if (E.isRight(outcome)) redirectTo(ctx, outcome.right);
      else {
        const error = outcome.left;
        sendForm(ctx, httpStatus(error), view, entries, [problemOf(texts, error)]);
      }
    }
  });
  return router;
};
