import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Field } from './field.js';
import type { InvalidInput, MissingInput, NotFound } from './payment-error.js';

// Whatever it decodes to; io-ts bounds its codecs the same way.
type AnyField = Field<any, any>;

/** Fields by name. */
export type Fields = { readonly [name: string]: AnyField };

/** The input of a use case: the fields that it must have and those that it may have. Decoding takes nothing else. */
export type Input<R extends Fields = Fields, O extends Fields = Fields> = {
  readonly required: R;
  readonly optional: O;
};

/** The input once decoded: what a use case takes. */
export type InputOf<I extends Input> = {
  readonly [K in keyof I['required']]: t.TypeOf<I['required'][K]>;
} & {
  readonly [K in keyof I['optional']]?: t.TypeOf<I['optional'][K]>;
};

/** The input as one writes it: plain text and numbers. */
export type WrittenInput<I extends Input> = {
  readonly [K in keyof I['required']]: t.OutputOf<I['required'][K]>;
} & {
  readonly [K in keyof I['optional']]?: t.OutputOf<I['optional'][K]> | undefined;
};

/** Why an input was refused. */
export type InputError = MissingInput | InvalidInput | NotFound;

/** The input of a use case, from its required and its optional fields. */
export const input = <const R extends Fields, const O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Input<R, O> => ({ required, optional: optional ?? ({} as O) });

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const refineField = (
  name: string,
  field: AnyField,
  value: unknown,
): E.Either<InvalidInput | NotFound, unknown> => {
  const refined = field.refine(value);
  if (E.isRight(refined)) return refined;
  const refusal = refined.left;
  return E.left(
    refusal._tag === 'UnsafeId'
      ? { _tag: 'NotFound', resource: refusal.resource }
      : { _tag: 'InvalidInput', field: name, refusal },
  );
};

/**
 * Decodes what came from outside. `label` gives the name under which the caller knows a field, for the messages.
 * A required field that is absent, `null` or blank is missing; an optional one is absent only when `undefined`.
 */
export const decodeInput =
  <I extends Input>(codec: I, label: (field: string) => string = (field) => field) =>
  (raw: { readonly [name: string]: unknown }): E.Either<InputError, InputOf<I>> => {
    const required = Object.entries(codec.required);
    if (required.some(([name]) => isMissing(raw[name]))) {
      return E.left({ _tag: 'MissingInput', required: required.map(([name]) => label(name)) });
    }
    const decoded: Record<string, unknown> = {};
    for (const [name, field] of [...required, ...Object.entries(codec.optional)]) {
      const value = raw[name];
      if (value === undefined) continue;
      const refined = refineField(label(name), field, value);
      if (E.isLeft(refined)) return refined;
      decoded[name] = refined.right;
    }
    return E.right(decoded as InputOf<I>);
  };
