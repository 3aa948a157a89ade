/** The wallets from which a card can come. */
export const walletTypes = ['apple_pay', 'google_pay', 'link'] as const;
export type WalletType = (typeof walletTypes)[number];

/** The wallet of a card. `dynamic_last4`: of the number that the wallet made for the device. */
export type WalletObject =
  // Recorded of a card of Apple Pay; the SDK's types show the other two empty.
  | {
      readonly apple_pay: { readonly type: 'apple_pay' };
      readonly dynamic_last4: string | null;
      readonly type: 'apple_pay';
    }
  | {
      readonly dynamic_last4: string | null;
      readonly google_pay: Readonly<Record<never, never>>;
      readonly type: 'google_pay';
    }
  | {
      readonly dynamic_last4: string | null;
      readonly link: Readonly<Record<never, never>>;
      readonly type: 'link';
    };

/** The wallet as a payment method or a charge shows it. */
export const walletObject = (type: WalletType, last4: string): WalletObject => {
  switch (type) {
    case 'apple_pay':
      return { apple_pay: { type }, dynamic_last4: last4, type };
    case 'google_pay':
      return { dynamic_last4: last4, google_pay: {}, type };
    case 'link':
      return { dynamic_last4: null, link: {}, type };
  }
};

// Stripe calls Google Pay by its first name: https://docs.stripe.com/api/cards/object#card_object-tokenization_method
const tokenizationMethods = {
  apple_pay: 'apple_pay',
  google_pay: 'android_pay',
  link: null,
} as const;

/** How the number of a card or of a token became another one. */
export type TokenizationMethod = 'apple_pay' | 'android_pay';

export const tokenizationMethodOf = (type: WalletType): TokenizationMethod | null =>
  tokenizationMethods[type];
