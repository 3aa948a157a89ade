import * as E from 'fp-ts/lib/Either.js';
import { operation } from './kernel/operation.js';
import { deepFreeze } from './objects/json.js';
import { shape } from './params/shape.js';

/** The account of the in-memory processor. It is always the same one. */
export const memoryAccount = 'acct_InMemoryProcessor';

// A Spanish shop that may do everything. `GET /v1/account` has no `created` and no `external_accounts` for the key's own account.
const shop = deepFreeze({
  object: 'account',
  business_profile: {
    mcc: null,
    name: 'Pasarela',
    product_description: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
  },
  business_type: 'company',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country: 'ES',
  default_currency: 'eur',
  details_submitted: true,
  email: 'shop@example.com',
  payouts_enabled: true,
  settings: {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: 'Pasarela', timezone: 'Europe/Madrid' },
    payments: {
      statement_descriptor: 'PASARELA',
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 7, interval: 'manual' },
      statement_descriptor: null,
    },
  },
  type: 'standard',
} as const);

/** The account of the key. */
export const retrieveAccount = operation({
  name: 'retrieveAccount',
  method: 'GET',
  path: '/v1/account',
  returns: 'account',
  params: shape({}),
  run:
    ({ account }) =>
    () =>
      E.right({ id: account, ...shop }),
});
