/** Parameters that are refused, and why. */
export type LeftOut = {
  readonly reason: string;
  /** Their names in any place, with their brackets, or with the operation too. */
  readonly names: ReadonlyArray<string>;
};

/** Documented parameters that are refused because an ordinary card merchant does not send them. */
export const leftOut: ReadonlyArray<LeftOut> = [
  {
    reason: 'Connect: money and objects of other accounts',
    names: [
      'application_fee',
      'application_fee_amount',
      'connect',
      'destination',
      'on_behalf_of',
      'refund_application_fee',
      'reverse_transfer',
      'transfer_data',
    ],
  },
  { reason: 'coupons and promotions', names: ['coupon', 'promotion_code'] },
  { reason: 'tax', names: ['tax', 'tax_id_data'] },
  { reason: 'clocks of the processor: the controls move the whole account', names: ['test_clock'] },
  { reason: 'balances that customers pay from', names: ['cash_balance'] },
  { reason: 'identities of accounts and persons', names: ['account', 'person', 'pii'] },
  {
    reason: 'options of mandates',
    names: ['mandate_options', 'single_use'],
  },
  {
    reason: `accounts of the merchant's own, to which money is paid out`,
    names: ['attach_to_self', 'flow_directions'],
  },
  { reason: 'payments by instalments, in Mexico only', names: ['installments'] },
  { reason: 'security codes that are collected again', names: ['cvc_token', 'cvc_update'] },
  {
    reason: 'older names of a source and of the default source',
    names: [
      'POST /v1/charges card',
      'POST /v1/customers/:customer/cards card',
      'POST /v1/customers/:customer/sources card',
      'default_alipay_account',
      'default_bank_account',
      'default_card',
    ],
  },
  {
    reason: 'Connect: a copy of what a customer of the platform has',
    names: [
      'POST /v1/payment_methods customer',
      'POST /v1/payment_methods payment_method',
      'POST /v1/tokens customer',
    ],
  },
  {
    reason: `refunds of a customer's balance, not of a charge`,
    names: [
      'POST /v1/charges/:charge/refunds currency',
      'POST /v1/charges/:charge/refunds customer',
      'POST /v1/refunds currency',
      'POST /v1/refunds customer',
      'origin',
    ],
  },
  {
    reason: 'the document names every kind here but the card',
    names: ['payment_method_data[type]'],
  },
  {
    reason: 'a billing agreement of the merchant at PayPal',
    names: [
      'POST /v1/setup_intents payment_method_options[paypal]',
      'POST /v1/setup_intents/:setup_intent payment_method_options[paypal]',
      'POST /v1/setup_intents/:setup_intent/confirm payment_method_options[paypal]',
    ],
  },
  {
    reason: 'a legacy parameter of Link without a function',
    names: [
      'POST /v1/payment_methods/:payment_method link',
      'POST /v1/setup_intents payment_method_options[link]',
      'POST /v1/setup_intents/:setup_intent payment_method_options[link]',
      'POST /v1/setup_intents/:setup_intent/confirm payment_method_options[link]',
    ],
  },
  {
    reason: 'not a card',
    names: [
      'account_holder_name',
      'account_holder_type',
      'acss_debit',
      'affirm',
      'afterpay_clearpay',
      'alipay',
      'alipay_account',
      'au_becs_debit',
      'bacs_debit',
      'bank_account',
      'blik',
      'boleto',
      'card_present',
      'cashapp',
      'customer_balance',
      'eps',
      'fpx',
      'giropay',
      'grabpay',
      'interac_present',
      'konbini',
      'oxxo',
      'owner',
      'p24',
      'paynow',
      'pix',
      'promptpay',
      'sofort',
      'us_bank_account',
      'wechat_pay',
      'zip',
    ],
  },
];
