import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Field, Siblings } from './field.js';
import type { InvalidInput, MissingInput, NotFound } from './payment-error.js';
import type { Refusal } from './refusal.js';

// io-ts bounds its codecs the same way.
type AnyField = Field<any, any>;

/** Fields by name. */
type Fields = { readonly [name: string]: AnyField };

/** Pairs of fields that exclude each other. The second is optional, and replaces the first where that is required. */
type Substitutes = { readonly [required: string]: string };

/** The input of a use case: its required and its optional fields. Decoding drops everything else. */
export type Input<
  R extends Fields = Fields,
  O extends Fields = Fields,
  S extends Substitutes = Substitutes,
  L extends string = string,
> = {
  readonly required: R;
  readonly optional: O;
  /** Fields that exclude each other. Of a pair with a required field, exactly one must be given. */
  readonly instead: S;
  /** Required fields that processors without the feature behind them do not take. */
  readonly unless: ReadonlyArray<L>;
};

type Substituted<I extends Input> = keyof I['instead'];
type Substitute<I extends Input> = I['instead'][keyof I['instead']];

// Mapped over the fields themselves and then picked, so that editors show the documentation of each field.
type Decoded<F extends Fields> = { readonly [K in keyof F]: t.TypeOf<F[K]> };
type Written<F extends Fields> = { readonly [K in keyof F]: t.OutputOf<F[K]> };
type WrittenOptional<F extends Fields> = {
  readonly [K in keyof F]?: t.OutputOf<F[K]> | undefined;
};

/** The required fields that a decoded input may lack. */
type Open<I extends Input> = Substituted<I> | I['unless'][number];

/** The decoded input, which a use case takes. */
export type InputOf<I extends Input> = Pick<
  Decoded<I['required']>,
  Exclude<keyof I['required'], Open<I>>
> &
  Partial<Pick<Decoded<I['required']>, keyof I['required'] & Open<I>>> &
  Partial<Decoded<I['optional']>>;

/** The same fields, resolved, so that editors show the fields themselves. */
type Plain<T> = T extends infer P ? { readonly [K in keyof P]: P[K] } : never;

/**
 * The fields as the caller writes them, plain strings and numbers, but for a field that replaces another. `U`: the fields that the
 * processor does not take.
 */
export type CommonFields<I extends Input, U = never> = Plain<
  Pick<
    Written<I['required']>,
    Exclude<keyof I['required'], Substituted<I> | (U & I['unless'][number])>
  > &
    Pick<WrittenOptional<I['optional']>, Exclude<keyof I['optional'], Substitute<I>>>
>;

/**
 * The first field of a pair of which one replaces the other, or the second: inputs have at most one pair. `unknown`: there is no
 * pair, so that an input without one is no union, in which editors would show no documentation.
 */
export type FieldChoice<I extends Input> = [Substitute<I>] extends [never]
  ? unknown
  :
      | Plain<
          Pick<Written<I['required']>, keyof I['required'] & Substituted<I>> & {
            readonly [K in keyof I['optional'] & Substitute<I>]?: undefined;
          }
        >
      | Plain<
          Pick<Written<I['optional']>, keyof I['optional'] & Substitute<I>> & {
            readonly [K in Substituted<I>]?: undefined;
          }
        >;

/** The input as the caller writes it. */
export type WrittenInput<I extends Input> = CommonFields<I> & FieldChoice<I>;

/** Why an input was refused. */
export type InputError = MissingInput | InvalidInput | NotFound;

/** Describes the input of a use case by its required and its optional fields. */
export const input = <
  const R extends Fields,
  const O extends Fields = Record<never, never>,
  const S extends Substitutes = Record<never, never>,
  const L extends Extract<keyof R, string> = never,
>(
  required: R,
  optional?: O,
  instead?: S,
  unless: ReadonlyArray<L> = [],
): Input<R, O, S, L> => ({
  required,
  optional: optional ?? ({} as O),
  instead: instead ?? ({} as S),
  unless,
});

/** Whether a value is a decoded input: its required fields or their substitutes, and no unknown field. */
export const isDecodedInput = <I extends Input>(
  { required, optional, instead, unless }: I,
  value: { readonly [name: string]: unknown },
): value is InputOf<I> => {
  const fields: Fields = { ...required, ...optional };
  return (
    Object.entries(value).every(
      ([name, inner]) => Object.hasOwn(fields, name) && fields[name]?.is(inner) === true,
    ) &&
    Object.keys(required).every(
      (name) =>
        unless.includes(name) ||
        Object.hasOwn(value, name) ||
        Object.hasOwn(value, instead[name] ?? name),
    )
  );
};

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const refusedField = (field: string, refusal: Refusal): InvalidInput | NotFound =>
  refusal._tag === 'UnsafeId'
    ? { _tag: 'NotFound', resource: refusal.resource }
    : { _tag: 'InvalidInput', field, refusal };

/**
 * Decodes an input. `nameOf`: the name of a field in errors, `labelOf` its name among the required ones. A required field is missing when it is absent, `null` or
 * blank; an optional one only when it is `undefined`, or left out where that means everything and no other field has the amount.
 * Fields that exclude each other are refused together. `without`: fields that the processor does not take, so that they are not
 * required.
 */
export const decodeInput = <I extends Input>(
  codec: I,
  nameOf: (field: string) => string = (field) => field,
  labelOf = nameOf,
  without: ReadonlyArray<string> = [],
): ((raw: Siblings) => E.Either<InputError, InputOf<I>>) => {
  const lacking = codec.unless.filter((name) => without.includes(name));
  const required = Object.keys(codec.required).filter((name) => !lacking.includes(name));
  const fields = [...Object.entries(codec.required), ...Object.entries(codec.optional)];
  const substituteOf = (name: string): string | undefined => codec.instead[name];
  const pairs = Object.entries(codec.instead);
  const isReplaced = (name: string, raw: Siblings): boolean =>
    pairs.some(
      ([one, other]) =>
        (one === name && raw[other] !== undefined) || (other === name && raw[one] !== undefined),
    );
  const isAbsent = (name: string, raw: Siblings): boolean => {
    const other = substituteOf(name);
    return isMissing(raw[name]) && (other === undefined || isMissing(raw[other]));
  };
  return (raw) => {
    const missing = required.filter((name) => isAbsent(name, raw));
    if (missing.length > 0) {
      return E.left({
        _tag: 'MissingInput',
        required: required.map(labelOf),
        fields: missing.map(nameOf),
      });
    }
    const decoded: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      const value = raw[name];
      const isLeftOut = !(field.absentMeansAll && Object.hasOwn(raw, name));
      if (value === undefined && (isLeftOut || isReplaced(name, raw))) continue;
      const other = substituteOf(name);
      if (other !== undefined && raw[other] !== undefined) {
        const refusal = { _tag: 'Excludes', other: nameOf(other) } as const;
        return E.left({ _tag: 'InvalidInput', field: nameOf(name), refusal });
      }
      const refined = field.refine(value, raw);
      if (E.isLeft(refined)) return E.left(refusedField(nameOf(name), refined.left));
      decoded[name] = refined.right;
    }
    return E.right(decoded as InputOf<I>);
  };
};
