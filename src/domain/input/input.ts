import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { InvalidInput, MissingInput, NotFound } from '../payment-error.js';
import type { Refusal } from '../refusal.js';
import type { Field, Siblings } from './field.js';

// io-ts bounds its codecs the same way.
type AnyField = Field<any, any>;

/** Fields by name. */
type Fields = { readonly [name: string]: AnyField };

/** Pairs of fields that exclude each other. The second is optional, and replaces the first where that is required. */
type Substitutes = { readonly [required: string]: string };

/**
 * Another form of an input, which the field `by` chooses: a payment whose payment method the customer chooses on the page. Nobody but
 * the customer confirms it, unless the page has sent `token`: only with it is `flag` true, and only then are the fields of
 * `completed` taken.
 */
type OtherForm = {
  /** The optional field whose presence chooses this form. */
  readonly by: string;
  /** Required fields that it may leave out. */
  readonly open: ReadonlyArray<string>;
  /** Fields that it does not take. */
  readonly without: ReadonlyArray<string>;
  readonly flag: string;
  readonly token: string;
  /** Optional fields that only a completed one takes. */
  readonly completed: ReadonlyArray<string>;
};

/** The input of a use case: its required and its optional fields. Decoding drops everything else. */
export type Input<
  R extends Fields = Fields,
  O extends Fields = Fields,
  S extends Substitutes = Substitutes,
  L extends string = string,
  F extends OtherForm | undefined = OtherForm | undefined,
> = {
  readonly required: R;
  readonly optional: O;
  /** Fields that exclude each other. Of a pair with a required field, exactly one must be given. */
  readonly instead: S;
  /** Required fields that processors without the feature behind them do not take. */
  readonly unless: ReadonlyArray<L>;
  /** Its other form. `undefined`: it has none. */
  readonly form: F;
};

type Substituted<I extends Input> = keyof I['instead'];
type Substitute<I extends Input> = I['instead'][keyof I['instead']];

// Mapped over the fields themselves and then picked, so that editors show the documentation of each field.
type Decoded<F extends Fields> = { readonly [K in keyof F]: t.TypeOf<F[K]> };
type Written<F extends Fields> = { readonly [K in keyof F]: t.OutputOf<F[K]> };
type WrittenOptional<F extends Fields> = {
  readonly [K in keyof F]?: t.OutputOf<F[K]> | undefined;
};

/** The fields by a role in the other form of an input. `never`: it has none. */
type InForm<I extends Input, Role extends keyof OtherForm> = I['form'] extends OtherForm
  ? NamesIn<I['form'], Role>
  : never;
type NamesIn<F extends OtherForm, Role extends keyof OtherForm> = Role extends unknown
  ? F[Role] extends ReadonlyArray<infer Name>
    ? Name
    : F[Role]
  : never;
/** The fields on which the forms of an input differ. */
type Formed<I extends Input> = InForm<I, keyof OtherForm>;

/** The required fields that a decoded input may lack. */
type Open<I extends Input> = Substituted<I> | I['unless'][number] | Formed<I>;

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
    Exclude<keyof I['required'], Substituted<I> | (U & I['unless'][number]) | Formed<I>>
  > &
    Pick<WrittenOptional<I['optional']>, Exclude<keyof I['optional'], Substitute<I> | Formed<I>>>
>;

/**
 * The first field of a pair of which one replaces the other, or the second: inputs have at most one pair. `unknown`: there is no
 * pair, so that an input without one is no union, in which editors would show no documentation.
 */
type PairChoice<I extends Input> = [Substitute<I>] extends [never]
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

type Absent<Names> = { readonly [K in Names & string]?: undefined };

/** The fields of one of the forms of an input, or of the other. `U`: as for `CommonFields`. */
type FormChoice<I extends Input, U> = [InForm<I, 'by'>] extends [never]
  ? unknown
  :
      | Plain<
          Pick<
            Written<I['required']>,
            keyof I['required'] & Exclude<Formed<I>, U & I['unless'][number]>
          > &
            Pick<
              WrittenOptional<I['optional']>,
              keyof I['optional'] & InForm<I, 'without' | 'flag'>
            > &
            Absent<InForm<I, 'by' | 'token' | 'completed'>>
        >
      | (InForm<I, 'by'> extends U ? never : PageForm<I, U> & Completion<I>);

/** The other form, but for its completion. */
type PageForm<I extends Input, U> = Plain<
  Pick<Written<I['optional']>, keyof I['optional'] & InForm<I, 'by'>> &
    Pick<WrittenOptional<I['required']>, keyof I['required'] & Exclude<InForm<I, 'open'>, U>> &
    Absent<InForm<I, 'without'>>
>;

// Narrowed, so that editors show its documentation.
type Flag<I extends Input> = Pick<
  WrittenOptional<I['optional']>,
  keyof I['optional'] & InForm<I, 'flag'>
>;

/** With the token of the page, or without. */
type Completion<I extends Input> =
  | Plain<
      Flag<I> & { readonly [K in keyof Flag<I>]?: false | undefined } & Absent<
          InForm<I, 'token' | 'completed'>
        >
    >
  | Plain<
      Pick<Written<I['optional']>, keyof I['optional'] & InForm<I, 'token'>> &
        Flag<I> & { readonly [K in keyof Flag<I>]-?: true } & Pick<
          WrittenOptional<I['optional']>,
          keyof I['optional'] & InForm<I, 'completed'>
        >
    >;

/** The fields of which an input has some or others. `U`: as for `CommonFields`. */
export type FieldChoice<I extends Input, U = never> = PairChoice<I> & FormChoice<I, U>;

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
  const F extends OtherForm | undefined = undefined,
>(
  required: R,
  optional?: O,
  instead?: S,
  unless: ReadonlyArray<L> = [],
  form?: F,
): Input<R, O, S, L, F> => ({
  required,
  optional: optional ?? ({} as O),
  instead: instead ?? ({} as S),
  unless,
  form: form as F,
});

/** The required fields that an input may leave out, because it has its other form. */
const openIn = (form: OtherForm | undefined, raw: Siblings): ReadonlyArray<string> =>
  form === undefined || raw[form.by] === undefined ? [] : [...form.open, ...form.without];

/** Whether a value is a decoded input: its required fields or their substitutes, and no unknown field. */
export const isDecodedInput = <I extends Input>(
  { required, optional, instead, unless, form }: I,
  value: { readonly [name: string]: unknown },
): value is InputOf<I> => {
  const fields: Fields = { ...required, ...optional };
  const open = openIn(form, value);
  return (
    Object.entries(value).every(
      ([name, inner]) => Object.hasOwn(fields, name) && fields[name]?.is(inner) === true,
    ) &&
    Object.keys(required).every(
      (name) =>
        unless.includes(name) ||
        open.includes(name) ||
        Object.hasOwn(value, name) ||
        Object.hasOwn(value, instead[name] ?? name),
    )
  );
};

/** Whether a required part counts as missing. */
export const countsAsMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const refusedField = (field: string, refusal: Refusal): InvalidInput | NotFound =>
  refusal._tag === 'UnsafeId'
    ? { _tag: 'NotFound', resource: refusal.resource }
    : { _tag: 'InvalidInput', field, refusal };

/** A field that the form of an input does not take, and the reason. */
const formProblem = (
  { by, without, flag, token, completed }: OtherForm,
  raw: Siblings,
  nameOf: (field: string) => string,
): InvalidInput | undefined => {
  const given = (name: string): boolean => raw[name] !== undefined;
  const refuse = (name: string, refusal: InvalidInput['refusal']): InvalidInput => ({
    _tag: 'InvalidInput',
    field: nameOf(name),
    refusal,
  });
  const excluded = given(by) ? without.find(given) : undefined;
  if (excluded !== undefined) {
    return refuse(excluded, { _tag: 'Excludes', other: nameOf(by) });
  }
  if (!given(token)) {
    const early = completed.find(given);
    if (early !== undefined) return refuse(early, { _tag: 'Requires', other: nameOf(token) });
    return given(by) && raw[flag] === true
      ? refuse(flag, { _tag: 'ConfirmedOnPage', other: nameOf(by), token: nameOf(token) })
      : undefined;
  }
  if (!given(by)) return refuse(token, { _tag: 'Requires', other: nameOf(by) });
  return raw[flag] === true ? undefined : refuse(token, { _tag: 'OnlyWith', other: nameOf(flag) });
};

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
  const { form } = codec;
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
    return countsAsMissing(raw[name]) && (other === undefined || countsAsMissing(raw[other]));
  };
  return (raw) => {
    const misfit = form === undefined ? undefined : formProblem(form, raw, nameOf);
    if (misfit !== undefined) return E.left(misfit);
    const open = openIn(form, raw);
    const missing = required.filter((name) => !open.includes(name) && isAbsent(name, raw));
    if (missing.length > 0) {
      return E.left({
        _tag: 'MissingInput',
        required: required.filter((name) => !open.includes(name)).map(labelOf),
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
