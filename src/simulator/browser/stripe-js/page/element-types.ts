import type { ElementState, ElementType } from '../shared/frame-calls.js';
import type { Fields } from '../shared/json.js';

/** The titles of the frames, by which browser tests and screen readers find them. */
export const frameTitles: { readonly [T in ElementType]: string } = {
  card: 'Secure card payment input frame',
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
  payment: 'Secure payment input frame',
  iban: 'Secure IBAN input frame',
  address: 'Secure address input frame',
  linkAuthentication: 'Secure email input frame',
};

/** The pages of the frames, by which browser tests find them too. */
export const framePages: { readonly [T in ElementType]: string } = {
  card: 'elements-inner-card',
  cardNumber: 'elements-inner-card',
  cardExpiry: 'elements-inner-card',
  cardCvc: 'elements-inner-card',
  payment: 'elements-inner-payment',
  iban: 'elements-inner-iban',
  address: 'elements-inner-address',
  linkAuthentication: 'elements-inner-link-authentication',
};

/** The `change` event of an element. */
export const changeEvent = (type: ElementType, options: Fields, state: ElementState): Fields => {
  const { empty, complete, collapsed, brand, value, error } = state;
  const common = { elementType: type, empty, complete, error };
  switch (type) {
    case 'card':
      return { ...common, brand, value };
    case 'cardNumber':
      return { ...common, brand };
    case 'payment':
      return { elementType: type, empty, complete, collapsed, value };
    case 'address':
      return {
        elementType: type,
        elementMode: options['mode'],
        empty,
        complete,
        isNewAddress: true,
        value,
      };
    case 'linkAuthentication':
      return { elementType: type, empty, complete, value };
    case 'iban':
      return { ...common, bankName: '', ...value };
    case 'cardExpiry':
    case 'cardCvc':
      return common;
  }
};
