import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';

/** Why a value does not decode: never its content, which may be secret. */
export type DecodeProblem = {
  /** The name of the codec. */
  readonly codec: string;
  /** The paths that are wrong, such as `data.object`; an empty path is the whole value. */
  readonly paths: ReadonlyArray<string>;
};

// Their keys are positions of members, not names in the value.
const isComposed = (type: t.Decoder<never, unknown> | undefined): boolean =>
  type instanceof t.IntersectionType || type instanceof t.UnionType;

const pathOf = ({ context }: t.ValidationError): string =>
  context
    .filter((_, index) => !isComposed(context[index - 1]?.type))
    .map(({ key }) => key)
    .filter((key) => key !== '')
    .join('.');

/** Decodes an object of the processor or a row of a store. */
export const decodeObject =
  <A>(codec: t.Decoder<unknown, A>) =>
  (value: unknown): E.Either<DecodeProblem, A> =>
    pipe(
      codec.decode(value),
      E.mapLeft((errors) => ({ codec: codec.name, paths: [...new Set(errors.map(pathOf))] })),
    );
