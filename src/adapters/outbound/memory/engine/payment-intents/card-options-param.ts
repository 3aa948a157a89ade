import { flag } from '../params/flag.js';
import { notSimulated } from '../params/not-simulated.js';
import { oneOf } from '../params/one-of.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { textUpTo } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';

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
