import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Refusal } from '../refusal.js';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The fields of an input before they are decoded, by name. */
export type Siblings = { readonly [name: string]: unknown };

/**
 * A codec for one value, with the JSON Schema of the values that it accepts and the reason why it refuses others. `A` is the
 * decoded value, `O` is the written one.
 */
export class Field<A, O = A> extends t.Type<A, O, unknown> {
  readonly _tag: 'Field' = 'Field' as const;
  readonly schema: JsonSchema;
  /** Decodes the value. `siblings`: the other fields of the input, before they are decoded. */
  readonly refine: (value: unknown, siblings?: Siblings) => E.Either<Refusal, A>;
  /** Whether the field left out means everything. Then `undefined`, perhaps a misspelt variable, is not the field left out. */
  readonly absentMeansAll: boolean;

  constructor(spec: {
    readonly name: string;
    readonly schema: JsonSchema;
    readonly is: (value: unknown) => value is A;
    readonly refine: (value: unknown, siblings?: Siblings) => E.Either<Refusal, A>;
    readonly encode: (value: A) => O;
    readonly absentMeansAll?: boolean;
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
    this.absentMeansAll = spec.absentMeansAll ?? false;
  }
}

/** A field whose values are used as they are written. `refusal`: why it refuses all others. */
export const plainField = <A>({
  refusal,
  ...spec
}: Pick<ConstructorParameters<typeof Field<A>>[0], 'name' | 'schema' | 'is'> & {
  readonly refusal: Refusal;
}): Field<A> =>
  new Field<A>({
    ...spec,
    refine: (value) => (spec.is(value) ? E.right(value) : E.left(refusal)),
    encode: (value) => value,
  });
