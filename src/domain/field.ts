import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Resource } from './refusal.js';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Why a part of a value was refused. */
export type PartRefusal =
  | { readonly _tag: 'NotA'; readonly expected: Expected }
  /** Nothing of this name is known. `nearest`: the known name that may be meant. */
  | { readonly _tag: 'Unknown'; readonly nearest: string | null }
  /** Pasarela writes it itself. */
  | { readonly _tag: 'Reserved' };

/** Why a value was refused. Never holds the value: it may be a card number. */
export type Refusal =
  | { readonly _tag: 'NotA'; readonly expected: Expected }
  | { readonly _tag: 'NotOneOf'; readonly values: ReadonlyArray<string> }
  | { readonly _tag: 'NotPositive' }
  /** An object with too many keys. */
  | { readonly _tag: 'TooMany'; readonly most: number }
  /** A part of an object, by its path: `address.city`. */
  | { readonly _tag: 'Within'; readonly path: string; readonly refusal: PartRefusal }
  /** Another field was given, and one of them is all that can be. */
  | { readonly _tag: 'Excludes'; readonly other: string }
  /** It is only taken when this other field is `true`. */
  | { readonly _tag: 'OnlyWith'; readonly other: string }
  | { readonly _tag: 'UnsafeId'; readonly resource: Resource }
  | { readonly _tag: 'UnknownCursor' }
  /** A number with more significant digits than JavaScript keeps. */
  | { readonly _tag: 'TooManyDigits' }
  /** A key that a JSON object has twice. */
  | { readonly _tag: 'Repeated' };

/** What a value should have been. */
export type Expected =
  | 'text'
  | 'printable'
  | 'raw-body'
  | 'boolean'
  | 'integer'
  | 'euros'
  | 'cents'
  | 'amount'
  | 'whole-amount'
  | 'minor-units'
  | 'currency'
  | 'metadata'
  | 'metadata-keys'
  | 'note'
  | 'note-change'
  | 'shipping'
  | 'address'
  | 'url'
  | 'unix-seconds';

/** The fields of an input as they came, by name. */
export type Siblings = { readonly [name: string]: unknown };

/**
 * A codec for one value: it says which values it takes, as JSON Schema, and why it refuses the others.
 * `A` is the value inside, `O` is what one writes to get it.
 */
export class Field<A, O = A> extends t.Type<A, O, unknown> {
  readonly _tag: 'Field' = 'Field' as const;
  readonly schema: JsonSchema;
  /** `siblings`: the fields that stand beside it, as they came. */
  readonly refine: (value: unknown, siblings?: Siblings) => E.Either<Refusal, A>;

  constructor(spec: {
    readonly name: string;
    readonly schema: JsonSchema;
    readonly is: (value: unknown) => value is A;
    readonly refine: (value: unknown, siblings?: Siblings) => E.Either<Refusal, A>;
    readonly encode: (value: A) => O;
  }) {
    super(
      spec.name,
      spec.is,
      (value, context) => {
        const refined = spec.refine(value);
        return E.isRight(refined) ? t.success(refined.right) : t.failure(value, context);
      },
      spec.encode,
    );
    this.schema = spec.schema;
    this.refine = spec.refine;
  }
}
