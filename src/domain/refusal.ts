/** The kinds of object that an id can name. */
export type Resource =
  | 'customer'
  | 'payment_intent'
  | 'setup_intent'
  | 'payment_method'
  | 'card'
  | 'token'
  | 'charge'
  | 'refund'
  | 'checkout_session'
  | 'event'
  | 'doubt'
  | 'confirmation_token'
  | 'dispute'
  | 'payout'
  | 'balance_transaction';

/** The kind of value that was expected. */
export type Expected =
  | 'text'
  | 'printable'
  | 'raw-body'
  | 'headers'
  | 'boolean'
  | 'integer'
  | 'euros'
  | 'cents'
  | 'amount'
  | 'whole-amount'
  | 'whole-units'
  | 'known-decimals'
  | 'minor-units'
  | 'currency'
  | 'metadata'
  | 'metadata-keys'
  | 'note'
  | 'note-change'
  | 'shipping'
  | 'address'
  | 'payment-methods'
  | 'method-types'
  | 'mandate'
  | 'url'
  | 'success-url'
  | 'line-items'
  | 'quantity'
  | 'unix-seconds'
  | 'evidence';

/** How an amount is written: in `whole` units of its currency (euros), or in its `minor` units (cents). */
export type AmountUnit = 'whole' | 'minor';

/** A value that cannot be read as an amount. */
export type ReceivedAmount = {
  readonly type: 'text' | 'number' | 'other';
  /** The value, text in quotes: `"6,95"`. `null`: it is too long, or not like an amount. */
  readonly shown: string | null;
};

/** How a refused amount was understood. */
export type AmountReading = {
  readonly unit: AmountUnit;
  /** The amount as it was written. `null`: it is not a number, or longer than any amount. */
  readonly given: string | null;
  /** Present when `given` is `null`. */
  readonly received?: ReceivedAmount;
  /** Three letters, lower case. `null`: it was not known yet. */
  readonly currency: string | null;
};

type AmountRefusal =
  /** `read`: how an amount was understood. */
  | { readonly _tag: 'NotA'; readonly expected: Expected; readonly read?: AmountReading }
  | { readonly _tag: 'NotPositive'; readonly read?: AmountReading }
  /** A number where text in whole units was expected. */
  | {
      readonly _tag: 'NumberAsAmount';
      readonly currency: string;
      /** The amounts that may have been meant, in minor units of that currency. */
      readonly meant: ReadonlyArray<number>;
    }
  /** A number with more significant digits than JavaScript keeps. */
  | { readonly _tag: 'TooManyDigits' }
  /** The other field was given too, and only one of the two may be. */
  | { readonly _tag: 'Excludes'; readonly other: string };

/** Why a part of a value was refused. */
export type PartRefusal =
  | AmountRefusal
  /** The name is not known. `nearest`: the known name that was probably meant. */
  | { readonly _tag: 'Unknown'; readonly nearest: string | null }
  /** Pasarela writes this part itself. */
  | { readonly _tag: 'Reserved' };

/** Why a value was refused. Never holds the value, unless it is too short for a card number. */
export type Refusal =
  | AmountRefusal
  | { readonly _tag: 'NotOneOf'; readonly values: ReadonlyArray<string> }
  /** An object with too many keys. */
  | { readonly _tag: 'TooMany'; readonly most: number }
  /** A part of an object, by its path: `address.city`. */
  | { readonly _tag: 'Within'; readonly path: string; readonly refusal: PartRefusal }
  /** Accepted only when the other field is `true`. */
  | { readonly _tag: 'OnlyWith'; readonly other: string }
  /** Accepted only together with the other field. */
  | { readonly _tag: 'Requires'; readonly other: string }
  /** A confirmation on the server, of something that the customer confirms on the page. `token`: the field that allows it. */
  | { readonly _tag: 'ConfirmedOnPage'; readonly other: string; readonly token: string }
  /** A payment method that takes only these currencies. */
  | {
      readonly _tag: 'OtherCurrency';
      readonly method: string;
      readonly takes: ReadonlyArray<string>;
      readonly currency: string;
    }
  | { readonly _tag: 'UnsafeId'; readonly resource: Resource }
  | { readonly _tag: 'UnknownCursor' }
  /** A URL with a scheme that is not one of these. */
  | { readonly _tag: 'NotScheme'; readonly schemes: ReadonlyArray<string> }
  /** The JSON object has this key twice. */
  | { readonly _tag: 'Repeated' }
  /** The path of the request names another object. */
  | { readonly _tag: 'OtherInPath' };

/** Why a field was refused. An unsafe id counts as not found. */
export type FieldRefusal = Exclude<Refusal, { readonly _tag: 'UnsafeId' }>;
