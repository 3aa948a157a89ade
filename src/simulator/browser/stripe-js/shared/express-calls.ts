import type { ApiOutcome } from './api.js';
import type { CardCall } from './frame-calls.js';
import type { Fields } from './json.js';

/** The ways to pay that have a button: their names in events, and those in the options and in `availablePaymentMethods`. */
export const expressTypes = {
  apple_pay: 'applePay',
  google_pay: 'googlePay',
  link: 'link',
  paypal: 'paypal',
  klarna: 'klarna',
} as const;
export type ExpressType = keyof typeof expressTypes;

/** Functions in the page, for the frame of the buttons. */
export type ButtonsPageCalls = {
  readonly ready: (types: ReadonlyArray<ExpressType>) => void;
  readonly clicked: (type: ExpressType) => void;
  readonly resized: (height: number) => void;
};

/** Functions in the frame of the buttons, for the page. */
export type ButtonsFrameCalls = {
  readonly update: (options: Fields) => void;
  /** Changes the language to that of a locale of the shop; absent: that of the browser. */
  readonly speak: (locale: string | undefined) => void;
};

export type ExpressAddress = {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
};

/** An amount, and what it is for. */
export type ExpressLine = { readonly name: string; readonly amount: number };
export type ExpressRate = {
  readonly id: string;
  readonly displayName: string;
  readonly amount: number;
};

/** The contents of the sheet that change while it is open. */
export type SheetContents = {
  readonly amount: number | null;
  readonly currency: string | null;
  readonly lineItems: ReadonlyArray<ExpressLine>;
  readonly shippingRates: ReadonlyArray<ExpressRate>;
};

export type SheetSetting = SheetContents & {
  readonly type: ExpressType;
  readonly business: string;
  readonly asksForShipping: boolean;
  /** The countries that the shop sends to; empty: all. */
  readonly countries: ReadonlyArray<string>;
};

/** The choices of the customer in the sheet. */
export type SheetChoice = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: ExpressAddress;
  readonly shippingRate: ExpressRate | null;
};

/** The answer of the shop to another address or another way of delivery; `null`: it sends nothing there. */
export type SheetChange = SheetContents | null;

/** Functions in the page, for the frame of the sheet. */
export type SheetPageCalls = {
  readonly addressChosen: (choice: SheetChoice) => Promise<SheetChange>;
  readonly rateChosen: (rate: ExpressRate) => Promise<SheetChange>;
  readonly pay: (choice: SheetChoice) => void;
  readonly cancel: () => void;
};

/** Functions in the frame of the sheet, for the page. */
export type SheetFrameCalls = {
  readonly open: (setting: SheetSetting) => void;
  /** Completes a call with the card that the customer chose, and makes it. */
  readonly send: (call: CardCall) => Promise<ApiOutcome>;
  /** The shop could not take the payment. */
  readonly fail: (message: string | null) => void;
};
