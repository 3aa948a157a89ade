import { escapeHtml, htmlPage, pagePolicy } from '../../adapters/inbound/http/core/html-page.js';
import type { Language } from '../../adapters/inbound/http/core/language.js';
import { unitsOfCurrency } from '../../domain/currency.js';
import { type CheckoutTexts, checkoutTexts } from './checkout-texts.js';

/** A checkout session as its page shows it. Amounts are minor units. */
export type CheckoutView = {
  readonly mode: 'payment' | 'setup';
  readonly status: 'complete' | 'expired' | 'open';
  readonly shop: string;
  /** The language that the shop has set; `null` or `auto`: the browser's. */
  readonly locale: string | null;
  readonly lines: ReadonlyArray<{
    readonly name: string;
    readonly quantity: number;
    readonly amount: number;
  }>;
  readonly amount: number | null;
  readonly currency: string | null;
  /** The customer's address, if the shop knows it. */
  readonly email: string | null;
  readonly asksForPhone: boolean;
  readonly asksForAddress: boolean;
  /** The countries that the shop sends to; empty: nothing is sent. */
  readonly shipsTo: ReadonlyArray<string>;
  /** The ways of delivery, each with the total that it makes. Of several, `amount` counts none. */
  readonly deliveries: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly amount: number;
    readonly total: number;
  }>;
  readonly submitType: string | null;
  /** A text of the shop above the button. */
  readonly message: string | null;
  readonly cancelUrl: string | null;
  /** Where the customer goes once they have paid; `null`: nowhere, because the shop's page holds this one. */
  readonly successUrl: string | null;
  /** Whether the shop's page holds this one in a frame. */
  readonly isEmbedded: boolean;
};

/** The fields of the form. */
export const checkoutFields = [
  'email',
  'phone',
  'name',
  'line1',
  'postal_code',
  'city',
  'country',
  'shipping_rate',
  'number',
  'expiry',
  'cvc',
  'holder',
] as const;
export type CheckoutField = (typeof checkoutFields)[number];

/** The customer's inputs. */
export type CheckoutEntries = { readonly [F in CheckoutField]?: string };

/** A mistake in a field, or of the whole payment. */
export type CheckoutProblem = { readonly field: CheckoutField | null; readonly text: string };

const style = `
  * { box-sizing: border-box; }
  body { margin: 0; background: #eef1f6; color: #1b2433; font: 16px/1.5 system-ui, sans-serif; }
  main { display: grid; gap: 1.5rem; max-width: 60rem; margin: 0 auto; padding: 1rem; }
  @media (min-width: 48rem) { main { grid-template-columns: 1fr 1fr; padding: 3rem 1rem; align-items: start; } }
  .embedded { padding: 0 0 1rem; grid-template-columns: 1fr; max-width: 40rem; gap: 1rem; }
  body:has([data-state]) { background: none; }
  .end { display: block; max-width: 30rem; padding-top: 3rem; }
  section { background: #fff; padding: 1.5rem; border-radius: 12px; box-shadow: 0 2px 16px #1b243322; min-width: 0; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
  .note { color: #4d586a; font-size: .875rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
  .amount { font-size: 2rem; font-weight: 600; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .5rem 0; text-align: left; font-weight: 400; vertical-align: top; border-top: 1px solid #d5dae3;
    overflow-wrap: anywhere; }
  td { text-align: right; white-space: nowrap; padding-left: 1rem; }
  tfoot th, tfoot td { font-weight: 600; }
  small { display: block; color: #4d586a; font-size: .875rem; }
  fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
  legend { font-weight: 600; padding: 0; margin-bottom: .5rem; }
  label { display: block; margin-top: .75rem; font-size: .875rem; }
  input, select { display: block; width: 100%; padding: .65rem .75rem; margin-top: .25rem; font: inherit; color: inherit;
    background: #fff; border: 1px solid #6b7688; border-radius: 8px; }
  .choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; font-size: 1rem; }
  .choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
  .pair > div { display: grid; grid-template-rows: subgrid; grid-row: span 4; align-content: start; }
  .pair label { align-self: end; }
  [aria-invalid] { border: 2px solid #b3261e; }
  .problem { color: #b3261e; font-size: .875rem; margin: .25rem 0 0; }
  .problems { border: 2px solid #b3261e; border-radius: 8px; padding: .75rem 1rem; margin-bottom: 1rem; }
  .problems p { margin: 0; font-weight: 600; }
  .problems ul { margin: .25rem 0 0; padding-left: 1.25rem; }
  .problems a { color: #b3261e; }
  button { width: 100%; padding: .8rem 1rem; border: 0; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer;
    background: #1f6f43; color: #fff; overflow-wrap: anywhere; }
  p:last-child { margin-bottom: 0; }
  a { color: #1b4f9c; }
  :focus-visible { outline: 3px solid #1b4f9c; outline-offset: 2px; }
  details { margin-top: 1.5rem; font-size: .875rem; }
  details ul { padding-left: 1.25rem; }
`;

/** Only the page of a session that is embedded may be shown in a frame, and tells the page around it how it goes. */
export const checkoutPolicy = (view: CheckoutView | null): string =>
  view?.isEmbedded === true
    ? `${pagePolicy(style, '*')}; script-src 'self'`
    : pagePolicy(style, "'none'");

const format = (language: Language, amount: number, currency: string): string => {
  const decimals = unitsOfCurrency(currency)?.decimals ?? 2;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals);
};

/** The news for the page around an embedded one, which its script passes on. */
type CheckoutNews = {
  readonly state: 'challenge' | 'complete' | 'open';
  /** The intent whose payment the bank wants to be authenticated. */
  readonly intent?: string;
  /** Where the page around goes. */
  readonly url?: string;
};

const newsOf = ({ state, intent, url }: CheckoutNews): string =>
  `<div id="news" hidden data-state="${state}"${intent === undefined ? '' : ` data-intent="${escapeHtml(intent)}"`}${url === undefined ? '' : ` data-url="${escapeHtml(url)}"`}></div>
<script src="/v3/checkout.js"></script>`;

type Page = { readonly language: Language; readonly title: string; readonly body: string };

const page = ({ language, title, body }: Page, view: CheckoutView | null, news: CheckoutNews) =>
  htmlPage({
    language,
    title,
    style,
    body: view?.isEmbedded === true ? `${body}\n${newsOf(news)}` : body,
  });

type Form = {
  readonly texts: CheckoutTexts;
  readonly language: Language;
  readonly entries: CheckoutEntries;
  readonly problems: ReadonlyArray<CheckoutProblem>;
};

type Look = {
  readonly label: string;
  readonly autocomplete: string;
  readonly hint?: string;
  readonly type?: 'email' | 'tel';
  readonly numeric?: true;
};

const describedBy = (name: CheckoutField, hint: string | undefined, wrong: boolean): string => {
  const ids = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(wrong ? [`${name}-problem`] : []),
  ];
  return ids.length === 0 ? '' : ` aria-describedby="${ids.join(' ')}"`;
};

// Never with a card's number or security code: what is not written cannot be read.
const secret: ReadonlySet<CheckoutField> = new Set(['number', 'cvc']);

const field = (
  { entries, problems }: Form,
  name: CheckoutField,
  { label, autocomplete, hint, type, numeric }: Look,
): string => {
  const problem = problems.find((one) => one.field === name);
  const value = secret.has(name) ? '' : (entries[name] ?? '');
  const attributes = [
    `id="${name}" name="${name}" autocomplete="${autocomplete}" required`,
    ...(type === undefined ? [] : [`type="${type}"`]),
    ...(numeric === undefined ? [] : ['inputmode="numeric"']),
    ...(value === '' ? [] : [`value="${escapeHtml(value)}"`]),
    ...(problem === undefined ? [] : ['aria-invalid="true"']),
  ].join(' ');
  return `<div><label for="${name}">${escapeHtml(label)}</label>
<input ${attributes}${describedBy(name, hint, problem !== undefined)}>
${hint === undefined ? '' : `<small id="${name}-hint">${escapeHtml(hint)}</small>`}
${problem === undefined ? '' : `<p class="problem" id="${name}-problem">${escapeHtml(problem.text)}</p>`}</div>`;
};

const countries =
  'ES AD PT FR IT DE AT BE BG CH CY CZ DK EE FI GB GR HR HU IE IS LI LT LU LV MT NL NO PL RO SE SI SK AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE US CA AU JP'.split(
    ' ',
  );

const countryField = (
  { texts, language, entries }: Form,
  offered: ReadonlyArray<string>,
): string => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const nameOf = (code: string): string =>
    /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
  const options = offered.map(
    (code) =>
      `<option value="${escapeHtml(code)}"${entries.country === code ? ' selected' : ''}>${escapeHtml(nameOf(code))}</option>`,
  );
  return `<div><label for="country">${texts.country}</label>
<select id="country" name="country" autocomplete="country">
${options.join('\n')}
</select></div>`;
};

const addressFields = (form: Form, { shipsTo }: CheckoutView): string => {
  const { texts } = form;
  const isShipped = shipsTo.length > 0;
  return `<fieldset><legend>${isShipped ? texts.shipping : texts.billing}</legend>
${isShipped ? field(form, 'name', { label: texts.name, autocomplete: 'name' }) : ''}
${field(form, 'line1', { label: texts.line1, autocomplete: 'address-line1' })}
<div class="pair">${field(form, 'postal_code', { label: texts.postal_code, autocomplete: 'postal-code' })}
${field(form, 'city', { label: texts.city, autocomplete: 'address-level2' })}</div>
${countryField(form, isShipped ? shipsTo : countries)}
</fieldset>`;
};

const deliveryFields = (
  { texts, language, entries }: Form,
  { deliveries, currency }: CheckoutView,
): string => {
  if (deliveries.length < 2 || currency === null) return '';
  const chosen = deliveries.find(({ id }) => id === entries.shipping_rate) ?? deliveries[0];
  const price = (amount: number): string => escapeHtml(format(language, amount, currency));
  const options = deliveries.map(
    (one) =>
      `<label class="choice"><input type="radio" name="shipping_rate" value="${escapeHtml(one.id)}"${one === chosen ? ' checked' : ''}>
<span>${escapeHtml(one.name)}: ${price(one.amount)}<small>${texts.total}: ${price(one.total)}</small></span></label>`,
  );
  return `<fieldset><legend>${texts.shipping_rate}</legend>
${options.join('\n')}
</fieldset>`;
};

const contactFields = (form: Form, { email, asksForPhone }: CheckoutView): string => {
  const { texts } = form;
  const known =
    email === null
      ? field(form, 'email', { label: texts.email, autocomplete: 'email', type: 'email' })
      : `<p class="note">${texts.email}: ${escapeHtml(email)}</p>`;
  const phone = asksForPhone
    ? field(form, 'phone', { label: texts.phone, autocomplete: 'tel', type: 'tel' })
    : '';
  return `<fieldset><legend>${texts.contact}</legend>
${known}
${phone}
</fieldset>`;
};

const cardFields = (form: Form): string => {
  const { texts } = form;
  return `<fieldset><legend>${texts.card}</legend>
${field(form, 'number', { label: texts.number, autocomplete: 'cc-number', numeric: true })}
<div class="pair">${field(form, 'expiry', { label: texts.expiry, autocomplete: 'cc-exp', numeric: true, hint: texts.expiryHint })}
${field(form, 'cvc', { label: texts.cvc, autocomplete: 'cc-csc', numeric: true, hint: texts.cvcHint })}</div>
${field(form, 'holder', { label: texts.holder, autocomplete: 'cc-name' })}
</fieldset>`;
};

// It has the focus, so that it is read and in sight when the page opens. In a frame the script gives it the focus.
const problemList = ({ texts, problems }: Form, { isEmbedded, mode }: CheckoutView): string => {
  if (problems.length === 0) return '';
  const items = problems.map((problem) => {
    const text = escapeHtml(problem.text);
    return `<li>${problem.field === null ? text : `<a href="#${problem.field}">${text}</a>`}</li>`;
  });
  return `<div class="problems" role="alert" tabindex="-1"${isEmbedded ? '' : ' autofocus'}><p>${texts.problems[mode]}</p><ul>${items.join('')}</ul></div>`;
};

const amountOf = (language: Language, { amount, currency }: CheckoutView): string =>
  amount === null || currency === null ? '' : format(language, amount, currency);

const buttonText = (texts: CheckoutTexts, language: Language, view: CheckoutView): string => {
  if (view.mode === 'setup') return texts.save;
  // The total depends on the delivery.
  if (view.deliveries.length > 1) return texts.title.payment;
  const amount = amountOf(language, view);
  if (view.submitType === 'book') return texts.book(amount);
  return view.submitType === 'donate' ? texts.donate(amount) : texts.pay(amount);
};

const summary = (
  texts: CheckoutTexts,
  language: Language,
  { lines, amount, currency, deliveries }: CheckoutView,
): string => {
  if (amount === null || currency === null) return '';
  const price = (minorUnits: number): string => escapeHtml(format(language, minorUnits, currency));
  const rows = lines.map(({ name, quantity, amount: sum }) => {
    const more =
      quantity === 1 || sum % quantity !== 0
        ? ''
        : `<small>${texts.each(price(sum / quantity))}</small>`;
    return `<tr><th scope="row">${escapeHtml(name)}${quantity === 1 ? '' : ` × ${quantity}`}${more}</th><td>${price(sum)}</td></tr>`;
  });
  return `${deliveries.length > 1 ? '' : `<p class="amount">${price(amount)}</p>`}
<h2 id="order">${texts.summary}</h2>
<table aria-labelledby="order">
<tbody>${rows.join('\n')}</tbody>
<tfoot><tr><th scope="row">${deliveries.length > 1 ? texts.subtotal : texts.total}</th><td>${price(amount)}</td></tr></tfoot>
</table>`;
};

const backLink = (texts: CheckoutTexts, url: string | null): string =>
  url === null ? '' : `<p><a href="${escapeHtml(url)}">${texts.back}</a></p>`;

const testCards = (texts: CheckoutTexts): string => `<details><summary>${texts.cards}</summary>
<p>${texts.cardsHint}</p>
<ul><li>4242 4242 4242 4242: ${texts.cardPays}</li>
<li>4000 0027 6000 3184: ${texts.cardChallenge}</li>
<li>4000 0000 0000 0002: ${texts.cardDeclined}</li></ul></details>`;

/** The page on which the customer pays, with what they have entered and its problems. */
export const checkoutPage = (
  language: Language,
  view: CheckoutView,
  entries: CheckoutEntries,
  problems: ReadonlyArray<CheckoutProblem>,
): string => {
  const texts = checkoutTexts[language];
  const form: Form = { texts, language, entries, problems };
  const asksForAddress = view.asksForAddress || view.shipsTo.length > 0;
  const title = `${problems.length === 0 ? '' : `${texts.problems[view.mode]} · `}${texts.title[view.mode]} · ${view.shop}`;
  const body = `<main${view.isEmbedded ? ' class="embedded"' : ''}>
<section>
<h1>${escapeHtml(view.shop)}</h1>
<p class="note">${texts.test}</p>
${summary(texts, language, view)}
${backLink(texts, view.cancelUrl)}
</section>
<section>
<h2>${texts.title[view.mode]}</h2>
<form method="post">
${problemList(form, view)}
${contactFields(form, view)}
${asksForAddress ? addressFields(form, view) : ''}
${deliveryFields(form, view)}
${cardFields(form)}
${view.message === null ? '' : `<p class="note">${escapeHtml(view.message)}</p>`}
<button>${escapeHtml(buttonText(texts, language, view))}</button>
</form>
${testCards(texts)}
</section>
</main>`;
  return page({ language, title, body }, view, { state: 'open' });
};

const endPage = (
  { language, title, body }: Page,
  view: CheckoutView | null,
  news: CheckoutNews,
): string =>
  page(
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

/** The page of a session that cannot be paid: it is complete, or has expired, or does not exist (`null`). */
export const checkoutEndPage = (language: Language, view: CheckoutView | null): string => {
  const texts = checkoutTexts[language];
  const endOf = () => {
    if (view === null) return texts.unknown;
    if (view.status === 'expired') return texts.expired;
    return view.mode === 'setup' ? texts.saved : texts.complete;
  };
  const { title, text } = endOf();
  const back = view?.status === 'expired' ? view.cancelUrl : (view?.successUrl ?? null);
  const body = `<p>${escapeHtml(text)}</p>
${view?.isEmbedded === true ? '' : backLink(texts, back)}`;
  const isComplete = view?.status === 'complete';
  return endPage({ language, title, body }, view, {
    state: isComplete ? 'complete' : 'open',
    ...(isComplete && view.successUrl !== null ? { url: view.successUrl } : {}),
  });
};
