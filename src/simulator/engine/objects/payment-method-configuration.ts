/** The payment methods that a configuration lists, with the wallets and networks of cards. Types of npm stripe@22.6.2. */
export const configurableMethods = [
  'acss_debit',
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'alma',
  'amazon_pay',
  'apple_pay',
  'au_becs_debit',
  'bacs_debit',
  'bancontact',
  'billie',
  'bizum',
  'blik',
  'boleto',
  'card',
  'cartes_bancaires',
  'cashapp',
  'crypto',
  'customer_balance',
  'eps',
  'fpx',
  'giropay',
  'google_pay',
  'grabpay',
  'ideal',
  'jcb',
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
  'payto',
  'pix',
  'promptpay',
  'revolut_pay',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sepa_debit',
  'sofort',
  'sunbit',
  'swish',
  'twint',
  'upi',
  'us_bank_account',
  'wechat_pay',
  'zip',
] as const;
export type ConfigurableMethod = (typeof configurableMethods)[number];

/** Whether a payment method is offered. `none`: as by default. */
export type MethodPreference = 'none' | 'off' | 'on';

/** A payment method in a configuration. */
export type MethodSetting = {
  readonly available: boolean;
  readonly display_preference: {
    readonly overridable: null;
    readonly preference: MethodPreference;
    readonly value: 'off' | 'on';
  };
};

/** The payment methods that an account offers where a request names none. */
export type PaymentMethodConfigurationObject = {
  readonly id: string;
  readonly object: 'payment_method_configuration';
  readonly active: true;
  readonly application: null;
  readonly is_default: true;
  readonly livemode: false;
  readonly name: 'Default';
  readonly parent: null;
} & { readonly [M in ConfigurableMethod]: MethodSetting };
