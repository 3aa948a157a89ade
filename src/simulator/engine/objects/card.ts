import type { Metadata } from '../../../domain/objects/metadata.js';
import type { TokenizationMethod } from './wallet.js';

/** Whether a card or payment method may be offered to its customer again. */
export type AllowRedisplay = 'always' | 'limited' | 'unspecified';

export type CheckResult = 'pass' | 'fail' | 'unavailable' | 'unchecked';

/** A customer's card, or the card of a token, without number and security code. */
export type CardObject = {
  readonly id: string;
  readonly object: 'card';
  readonly address_city: string | null;
  readonly address_country: string | null;
  readonly address_line1: string | null;
  readonly address_line1_check: CheckResult | null;
  readonly address_line2: string | null;
  readonly address_state: string | null;
  readonly address_zip: string | null;
  readonly address_zip_check: CheckResult | null;
  /** Of a customer's card. */
  readonly allow_redisplay?: AllowRedisplay;
  readonly brand: string;
  readonly country: string;
  readonly customer?: string;
  readonly cvc_check: CheckResult | null;
  /** Of a card from a wallet. */
  readonly dynamic_last4: string | null;
  readonly email: null;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
  readonly funding: string;
  readonly last4: string;
  readonly metadata: Metadata;
  readonly name: string | null;
  /** Of the card of a token. */
  readonly networks?: { readonly preferred: string | null };
  readonly phone: null;
  readonly regulated_status: 'unregulated';
  readonly tokenization_method: TokenizationMethod | null;
  readonly wallet: null;
};
