import { escapeHtml } from '../../adapters/inbound/http/core/html-page.js';
import type { Language } from '../../adapters/inbound/http/core/language.js';
import { moneyText } from '../../domain/money/amount-text.js';
import {
  type CheckoutEntries,
  type CheckoutForm,
  type CheckoutProblem,
  checkoutField,
} from './checkout-field.js';
import { backToShop, checkoutLayout } from './checkout-layout.js';
import { checkoutMethodFields, testValues } from './checkout-methods.js';
import { type CheckoutTexts, checkoutTexts } from './checkout-texts.js';
import { type CheckoutView, takesCardsAlone } from './checkout-view.js';

const countries =
  'ES AD PT FR IT DE AT BE BG CH CY CZ DK EE FI GB GR HR HU IE IS LI LT LU LV MT NL NO PL RO SE SI SK AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE US CA AU JP'.split(
    ' ',
  );

const countryField = (
  { texts, language, entries }: CheckoutForm,
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

const addressFields = (form: CheckoutForm, { shipsTo }: CheckoutView): string => {
  const { texts } = form;
  const isShipped = shipsTo.length > 0;
  return `<fieldset><legend>${isShipped ? texts.shipping : texts.billing}</legend>
${isShipped ? checkoutField(form, 'name', { autocomplete: 'name' }) : ''}
${checkoutField(form, 'line1', { autocomplete: 'address-line1' })}
<div class="pair">${checkoutField(form, 'postal_code', { autocomplete: 'postal-code' })}
${checkoutField(form, 'city', { autocomplete: 'address-level2' })}</div>
${countryField(form, isShipped ? shipsTo : countries)}
</fieldset>`;
};

const deliveryFields = (
  { texts, language, entries }: CheckoutForm,
  { deliveries, currency }: CheckoutView,
): string => {
  if (deliveries.length < 2 || currency === null) return '';
  const chosen = deliveries.find(({ id }) => id === entries.shipping_rate) ?? deliveries[0];
  const price = (amount: number): string => escapeHtml(moneyText(amount, currency, language));
  const options = deliveries.map(
    (one) =>
      `<label class="choice"><input type="radio" name="shipping_rate" value="${escapeHtml(one.id)}"${one === chosen ? ' checked' : ''}>
<span>${escapeHtml(one.name)}: ${price(one.amount)}<small>${texts.total}: ${price(one.total)}</small></span></label>`,
  );
  return `<fieldset><legend>${texts.shipping_rate}</legend>
${options.join('\n')}
</fieldset>`;
};

const contactFields = (form: CheckoutForm, { email, asksForPhone }: CheckoutView): string => {
  const { texts } = form;
  const known =
    email === null
      ? checkoutField(form, 'email', { autocomplete: 'email', type: 'email' })
      : `<p class="note">${texts.email}: ${escapeHtml(email)}</p>`;
  const phone = asksForPhone
    ? checkoutField(form, 'phone', { autocomplete: 'tel', type: 'tel' })
    : '';
  return `<fieldset><legend>${texts.contact}</legend>
${known}
${phone}
</fieldset>`;
};

const purposeOf = (view: CheckoutView): 'payment' | 'setup' | 'setup_method' => {
  if (view.mode === 'payment') return 'payment';
  return takesCardsAlone(view) ? 'setup' : 'setup_method';
};

// It has the focus, so that it is read and in sight when the page opens. In a frame the script gives it the focus.
const problemList = ({ texts, problems }: CheckoutForm, view: CheckoutView): string => {
  if (problems.length === 0) return '';
  const items = problems.map((problem) => {
    const text = escapeHtml(problem.text);
    return `<li>${problem.field === null ? text : `<a href="#${problem.field}">${text}</a>`}</li>`;
  });
  return `<div class="problems" role="alert" tabindex="-1"${view.isEmbedded ? '' : ' autofocus'}><p>${texts.problems[purposeOf(view)]}</p><ul>${items.join('')}</ul></div>`;
};

const amountOf = (language: Language, { amount, currency }: CheckoutView): string =>
  amount === null || currency === null ? '' : moneyText(amount, currency, language);

const buttonText = (texts: CheckoutTexts, language: Language, view: CheckoutView): string => {
  if (view.mode === 'setup') return takesCardsAlone(view) ? texts.save : texts.saveMethod;
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
  const price = (minorUnits: number): string =>
    escapeHtml(moneyText(minorUnits, currency, language));
  const rows = lines.map(({ name, quantity, amount: sum }) => {
    const more =
      quantity === 1 || sum % quantity !== 0
        ? ''
        : `<small>${texts.each(price(sum / quantity))}</small>`;
    return `<tr><th scope="row"><bdi>${escapeHtml(name)}</bdi>${quantity === 1 ? '' : ` × ${quantity}`}${more}</th><td>${price(sum)}</td></tr>`;
  });
  return `${deliveries.length > 1 ? '' : `<p class="amount">${price(amount)}</p>`}
<h2 id="order">${texts.summary}</h2>
<table aria-labelledby="order">
<tbody>${rows.join('\n')}</tbody>
<tfoot><tr><th scope="row">${deliveries.length > 1 ? texts.subtotal : texts.total}</th><td>${price(amount)}</td></tr></tfoot>
</table>`;
};

/**
 * The page on which the customer pays, with what they have entered and its problems. `address`: that of the page, to which the form
 * goes. Without it, browsers would carry the fragment of a link to a problem along to the shop.
 */
export const checkoutPage = (
  language: Language,
  view: CheckoutView,
  entries: CheckoutEntries,
  problems: ReadonlyArray<CheckoutProblem>,
  address = '?',
): string => {
  const texts = checkoutTexts[language];
  const form: CheckoutForm = { texts, language, entries, problems };
  const asksForAddress = view.asksForAddress || view.shipsTo.length > 0;
  const title = `${problems.length === 0 ? '' : `${texts.problems[purposeOf(view)]} · `}${texts.title[purposeOf(view)]} · ${view.shop}`;
  const body = `<main${view.isEmbedded ? ' class="embedded"' : ''}>
<section>
<h1>${escapeHtml(view.shop)}</h1>
<p class="note">${texts.test}</p>
${summary(texts, language, view)}
${backToShop(texts, view.cancelUrl)}
</section>
<section>
<h2>${texts.title[purposeOf(view)]}</h2>
<form method="post" action="${escapeHtml(address)}">
${problemList(form, view)}
${contactFields(form, view)}
${asksForAddress ? addressFields(form, view) : ''}
${deliveryFields(form, view)}
${checkoutMethodFields(form, view)}
${view.message === null ? '' : `<p class="note">${escapeHtml(view.message)}</p>`}
<button>${escapeHtml(buttonText(texts, language, view))}</button>
</form>
${testValues(texts, view)}
</section>
</main>`;
  return checkoutLayout({ language, title, body }, view, { state: 'open' });
};
