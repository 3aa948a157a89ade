import type { Metadata } from '../../../domain/objects/metadata.js';
import type { BillingDetails } from './address.js';
import type { AllowRedisplay, CheckResult } from './card.js';
import type { WalletObject } from './wallet.js';

/** The processor's types of payment methods besides cards. */
export const otherPaymentMethodTypes = [
  'acss_debit',
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'alma',
  'amazon_pay',
  'au_becs_debit',
  'bacs_debit',
  'bancontact',
  'billie',
  'bizum',
  'blik',
  'boleto',
  'cashapp',
  'crypto',
  'custom',
  'customer_balance',
  'eps',
  'fpx',
  'giropay',
  'grabpay',
  'ideal',
  'kakao_pay',
  'klarna',
  'konbini',
  'kr_card',
  'link',
  'mb_way',
  'mobilepay',
  'multibanco',
  'naver_pay',
  'nz_bank_account',
  'oxxo',
  'p24',
  'pay_by_bank',
  'payco',
  'paynow',
  'paypal',
  'paypay',
  'payto',
  'pix',
  'promptpay',
  'revolut_pay',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sepa_debit',
  'sequra',
  'sofort',
  'sunbit',
  'swish',
  'twint',
  'upi',
  'us_bank_account',
  'wechat_pay',
  'zip',
] as const;

/** The types besides cards that are simulated. Each has a row in `methods/methods.ts`. */
export const simulatedMethodTypes = [
  'bancontact',
  'bizum',
  'ideal',
  'klarna',
  'link',
  'paypal',
  'sepa_debit',
] as const;
export type SimulatedMethodType = (typeof simulatedMethodTypes)[number];

/** The fields of a payment method that is not a card. */
export type MethodFields = {
  readonly bancontact?: Readonly<Record<never, never>>;
  readonly bizum?: Readonly<Record<never, never>>;
  readonly ideal?: { readonly bank: string | null; readonly bic: string | null };
  readonly klarna?: {
    readonly dob?: { readonly day: number; readonly month: number; readonly year: number };
  };
  readonly link?: { readonly email: string | null };
  readonly paypal?: {
    readonly country: string | null;
    readonly payer_email: string | null;
    readonly payer_id: string | null;
  };
  readonly sepa_debit?: {
    readonly bank_code: string | null;
    readonly branch_code: string | null;
    readonly country: string | null;
    readonly fingerprint: string | null;
    readonly generated_from: {
      readonly charge: string | null;
      readonly setup_attempt: string | null;
    };
    readonly last4: string | null;
  };
};

/** The bank's checks of a card. */
export type CardChecks = {
  readonly address_line1_check: CheckResult | null;
  readonly address_postal_code_check: CheckResult | null;
  readonly cvc_check: CheckResult | null;
};

type SharedFields = {
  readonly id: string;
  readonly object: 'payment_method';
  readonly allow_redisplay: AllowRedisplay;
  readonly billing_details: BillingDetails;
  readonly created: number;
  readonly customer: string | null;
  readonly customer_account: null;
  readonly livemode: false;
  readonly metadata: Metadata;
  readonly radar_options?: { readonly session: string };
  readonly shared_payment_granted_token: null;
};

/** A payment method of type card. */
export type CardMethodObject = SharedFields & {
  readonly card: {
    readonly brand: string;
    readonly checks: CardChecks;
    readonly country: string;
    readonly display_brand: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly fingerprint: string;
    readonly funding: string;
    readonly generated_from: null;
    readonly last4: string;
    readonly networks: {
      readonly available: ReadonlyArray<string>;
      readonly preferred: string | null;
    };
    readonly regulated_status: 'unregulated';
    readonly three_d_secure_usage: { readonly supported: boolean };
    readonly wallet: WalletObject | null;
  };
  readonly type: 'card';
};

/** A payment method of another type. */
type OtherPaymentMethod = SharedFields &
  MethodFields & { readonly card?: undefined; readonly type: SimulatedMethodType };

/** A payment method. */
export type PaymentMethodObject = CardMethodObject | OtherPaymentMethod;
