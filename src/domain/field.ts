import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Refusal } from './refusal.js';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

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
