import { escapeHtml } from '../../adapters/inbound/http/core/html-page.js';
import type { CheckoutInput, CheckoutMethod } from '../engine/checkout/page-state.js';
import { type CheckoutForm, checkoutField, methodField } from './checkout-field.js';
import type { CheckoutTexts } from './checkout-texts.js';
import { type CheckoutView, takesCardsAlone } from './checkout-view.js';

/** The payment method that the customer has chosen; the first of the session if they have not yet. */
export const chosenMethod = (
  { methods }: Pick<CheckoutView, 'methods'>,
  { method }: CheckoutForm['entries'],
): CheckoutMethod | undefined => methods.find(({ type }) => type === method) ?? methods[0];

const cardFields = (form: CheckoutForm, ofChoice: boolean): string => {
  const { texts } = form;
  const look = { numeric: true, ofChoice } as const;
  return `${checkoutField(form, 'number', { ...look, autocomplete: 'cc-number' })}
<div class="pair">${checkoutField(form, 'expiry', { ...look, autocomplete: 'cc-exp', hint: texts.expiryHint })}
${checkoutField(form, 'cvc', { ...look, autocomplete: 'cc-csc', hint: texts.cvcHint })}</div>
${checkoutField(form, 'holder', { autocomplete: 'cc-name', ofChoice })}`;
};

const looks = (texts: CheckoutTexts) =>
  ({
    iban: { autocomplete: 'off', hint: texts.ibanHint },
    name: { autocomplete: 'name' },
    phone: { autocomplete: 'tel', type: 'tel' },
  }) as const satisfies { readonly [I in CheckoutInput]: object };

const ownFields = (
  form: CheckoutForm,
  { type, name, asks, goesOn, mandate }: CheckoutMethod,
  shop: string,
  ofChoice: boolean,
): string => {
  if (type === 'card') return cardFields(form, ofChoice);
  const { texts } = form;
  const notes = [
    ...(goesOn === null ? [] : [texts.goesOn[goesOn](name)]),
    ...(mandate ? [texts.mandate(shop)] : []),
  ];
  return [
    ...asks.map((input) =>
      checkoutField(form, methodField(type, input), { ...looks(texts)[input], ofChoice }),
    ),
    ...notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`),
  ].join('\n');
};

const nameOf = (texts: CheckoutTexts, { type, name }: CheckoutMethod): string =>
  type === 'card' ? texts.card : name;

/** The customer's choice among the payment methods, with the fields of each. Without styles, or in an old browser, all are open. */
export const checkoutMethodFields = (form: CheckoutForm, view: CheckoutView): string => {
  const { texts } = form;
  const { methods, shop } = view;
  const [first] = methods;
  if (methods.length === 1 && first !== undefined) {
    return `<fieldset><legend>${escapeHtml(nameOf(texts, first))}</legend>
${ownFields(form, first, shop, false)}
</fieldset>`;
  }
  const chosen = chosenMethod(view, form.entries);
  const choices = methods.map((method) => {
    const { type } = method;
    const name = escapeHtml(nameOf(texts, method));
    const fields = ownFields(form, method, shop, true);
    return `<div class="method"><label class="choice"><input type="radio" name="method" value="${type}"${method === chosen ? ' checked' : ''}>
<span>${name}</span></label>
${fields === '' ? '' : `<div role="group" aria-label="${name}">${fields}</div>`}</div>`;
  });
  return `<fieldset class="methods"><legend>${texts.method}</legend>
${choices.join('\n')}
</fieldset>`;
};

const testValuesOf = (texts: CheckoutTexts, { type }: CheckoutMethod): ReadonlyArray<string> => {
  switch (type) {
    case 'card':
      return [
        `4242 4242 4242 4242: ${texts.cardPays}`,
        `4000 0027 6000 3184: ${texts.cardChallenge}`,
        `4000 0000 0000 0002: ${texts.cardDeclined}`,
      ];
    case 'sepa_debit':
      return [
        `DE89 3704 0044 0532 0130 00: ${texts.ibanPays}`,
        `DE62 3704 0044 0532 0130 01: ${texts.ibanFails}`,
      ];
    case 'bizum':
      return [`+34 600 000 002: ${texts.phoneDeclined}`, `+34 600 000 009: ${texts.phoneWaits}`];
    case 'klarna':
      return [`ana+denied@example.com: ${texts.emailDenied}`];
    default:
      return [];
  }
};

const listed = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;

/** The test values of the payment methods. */
export const testValues = (texts: CheckoutTexts, view: CheckoutView): string => {
  const values = view.methods.flatMap((method) => {
    const items = testValuesOf(texts, method);
    if (items.length === 0) return [];
    if (method.type === 'card') return [`<p>${texts.cardsHint}</p>\n${listed(items)}`];
    return [`<p>${escapeHtml(method.name)}</p>\n${listed(items)}`];
  });
  if (values.length === 0) return '';
  return `<details><summary>${takesCardsAlone(view) ? texts.cards : texts.tests}</summary>
${values.join('\n')}</details>`;
};
