import { flag, oneOf, textUpTo, unsettable } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';

const ifAvailable = oneOf('if_available', 'never');

/** How a card is to be charged. */
export const cardOptionsParam = shape(
  {},
  {
    capture_method: unsettable(oneOf('manual')),
    network: oneOf(
      'amex',
      'cartes_bancaires',
      'diners',
      'discover',
      'eftpos_au',
      'girocard',
      'interac',
      'jcb',
      'link',
      'mastercard',
      'unionpay',
      'unknown',
      'visa',
    ),
    request_extended_authorization: ifAvailable,
    request_incremental_authorization: ifAvailable,
    request_multicapture: ifAvailable,
    request_overcapture: ifAvailable,
    request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
    require_cvc_recollection: flag,
    setup_future_usage: unsettable(oneOf('none', 'off_session', 'on_session')),
    statement_descriptor_suffix_kana: unsettable(textUpTo(22)),
    statement_descriptor_suffix_kanji: unsettable(textUpTo(17)),
    ...notSimulated(
      'cvc_token',
      'installments',
      'mandate_options',
      'moto',
      'setup_credential_usage',
      'stored_credential_usage',
      'three_d_secure',
    ),
  },
);
export type CardOptionsParam = ParamsOf<typeof cardOptionsParam>;
