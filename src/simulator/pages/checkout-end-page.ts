import { escapeHtml } from '../../adapters/inbound/http/core/html-page.js';
import type { Language } from '../../adapters/inbound/http/core/language.js';
import type { CheckoutAction } from '../engine/checkout/page-state.js';
import {
  backToShop,
  type CheckoutContent,
  type CheckoutNews,
  checkoutLayout,
} from './checkout-layout.js';
import { type CheckoutTexts, checkoutTexts } from './checkout-texts.js';
import { type CheckoutView, takesCardsAlone } from './checkout-view.js';

const endPage = (
  { language, title, body }: CheckoutContent,
  view: CheckoutView | null,
  news: CheckoutNews,
): string =>
  checkoutLayout(
    {
      language,
      title,
      body: `<main class="end"><section>
<h1>${escapeHtml(title)}</h1>
${body}
</section></main>`,
    },
    view,
    news,
  );

/** The embedded page while the customer is asked for their authentication, over the shop's page. */
export const checkoutChallengePage = (
  language: Language,
  view: CheckoutView,
  intent: string,
): string => {
  const { title, text } = checkoutTexts[language].challenge;
  const body = `<p role="status">${escapeHtml(text)}</p>`;
  return endPage({ language, title, body }, view, { state: 'challenge', intent });
};

/** The embedded page when the customer goes on to the page of a bank, which takes the place of the shop's page. */
export const checkoutRedirectPage = (
  language: Language,
  view: CheckoutView,
  { name, url }: CheckoutAction,
): string => {
  const { title, text, link } = checkoutTexts[language].redirect;
  const body = `<p role="status">${escapeHtml(text(name))}</p>
<p><a href="${escapeHtml(url)}" target="_top">${escapeHtml(link(name))}</a></p>`;
  // For the page around, this one has ended.
  return endPage({ language, title, body }, view, { state: 'complete', url });
};

/** The page while the customer approves in an app. `check` leads to it again, `change` to the other ways of paying. */
export const checkoutWaitPage = (
  language: Language,
  view: CheckoutView,
  { name, url }: CheckoutAction,
  { check, change }: { readonly check: string; readonly change: string },
): string => {
  const { title, text, app, checkNow, changeMethod } = checkoutTexts[language].wait;
  const body = `<p role="status">${escapeHtml(text(name))}</p>
<p><a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(app(name))}</a></p>
<p><a href="${escapeHtml(check)}">${checkNow}</a></p>
<p><a href="${escapeHtml(change)}">${changeMethod}</a></p>`;
  return endPage({ language, title, body }, view, { state: 'open' });
};

const endOf = (texts: CheckoutTexts, view: CheckoutView | null) => {
  if (view === null) return texts.unknown;
  if (view.status === 'expired') return texts.expired;
  if (view.debit !== null) return texts.debit[view.debit];
  if (view.mode === 'payment') return texts.complete;
  return takesCardsAlone(view) ? texts.saved : texts.savedMethod;
};

/** The page of a session that cannot be paid: it is complete, or has expired, or does not exist (`null`). */
export const checkoutEndPage = (language: Language, view: CheckoutView | null): string => {
  const texts = checkoutTexts[language];
  const { title, text } = endOf(texts, view);
  const back = view?.status === 'expired' ? view.cancelUrl : (view?.successUrl ?? null);
  const body = `<p>${escapeHtml(text)}</p>
${view?.isEmbedded === true ? '' : backToShop(texts, back)}`;
  const isComplete = view?.status === 'complete';
  return endPage({ language, title, body }, view, {
    state: isComplete ? 'complete' : 'open',
    ...(isComplete && view.successUrl !== null ? { url: view.successUrl } : {}),
  });
};
