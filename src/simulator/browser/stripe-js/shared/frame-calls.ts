import type { ApiCall, ApiOutcome, ErrorFields } from './api.js';
import type { Fields } from './json.js';

/** The elements that have fields. */
const cardElementTypes = ['card', 'cardNumber', 'cardExpiry', 'cardCvc', 'payment'] as const;
export type CardElementType = (typeof cardElementTypes)[number];
export const elementTypes = [...cardElementTypes, 'iban', 'address', 'linkAuthentication'] as const;
export type ElementType = (typeof elementTypes)[number];

/** The message to a frame when its page connects. */
export type FrameSetting = {
  readonly element: ElementType | 'challenge' | 'expressCheckout' | 'walletSheet';
  /** Frames of one group are parts of one form, for example a number and its security code. */
  readonly group: string;
  /** The options that the shop gave. */
  readonly options: Fields;
  readonly appearance: Fields;
  /** The locale that the shop wants; absent: that of the browser. */
  readonly locale?: string | undefined;
  /** The intent, or the options of Elements without one, for which payment methods are shown. */
  readonly occasion?: Fields;
  /** The key, the account and the version, as fields of a form. */
  readonly credentials: Fields;
};

/** A call of the API that needs the card. `card`: where the form takes it. */
export type CardCall = ApiCall & { readonly card: 'card' | 'top' | 'payment_method_data' };

/** The view of an element's fields for the shop's page: never what belongs to a card. */
export type ElementState = {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly brand: string;
  /** Whether no payment method is chosen, and no fields are shown. */
  readonly collapsed: boolean;
  /** Postal code, address or email, as the events of the element have them. */
  readonly value: Fields;
  readonly error?: ErrorFields;
};

/** Functions in the frame of an element, for the page. */
export type ElementFrameCalls = {
  readonly update: (options: Fields) => void;
  readonly restyle: (appearance: Fields) => void;
  /** Changes the language to that of a locale of the shop; absent: that of the browser. */
  readonly speak: (locale: string | undefined) => void;
  /** Shows the payment methods alone, none of which is chosen. */
  readonly collapse: () => void;
  /** The intent, or the options of Elements without one, changed. */
  readonly regroup: (occasion: Fields) => Promise<void>;
  readonly focus: () => void;
  readonly blur: () => void;
  readonly clear: () => void;
  /** Shows the errors of all fields of the element; resolves to the first. */
  readonly validate: () => ErrorFields | null;
  /** Completes a call with the card of the group, and makes it. */
  readonly send: (call: CardCall) => Promise<ApiOutcome>;
};

/** Functions in the page, for the frame of an element. */
export type ElementPageCalls = {
  readonly ready: (state: ElementState) => void;
  readonly change: (state: ElementState) => void;
  readonly focused: () => void;
  readonly blurred: () => void;
  readonly escaped: () => void;
  /** The height of the content in pixels. */
  readonly resized: (height: number) => void;
  /** Enter was pressed. */
  readonly submitted: () => void;
};

/** Functions in the frame of a challenge, for the page. */
export type ChallengeFrameCalls = {
  /** Asks the customer; resolves when the bank has the answer. */
  readonly ask: (intent: string) => Promise<void>;
};

/** The first message of a page to a frame; the port of the connection comes with it. */
export type Connection = { readonly pasarela: FrameSetting };
