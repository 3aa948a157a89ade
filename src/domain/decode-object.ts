import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';

// Below these the keys number their members, and are no part of the answer.
const isComposed = (type: t.Decoder<never, unknown> | undefined): boolean =>
  type instanceof t.IntersectionType || type instanceof t.UnionType;

const pathOf = ({ context }: t.ValidationError): string =>
  context
    .filter((_, index) => !isComposed(context[index - 1]?.type))
    .map(({ key }) => key)
    .filter((key) => key !== '')
    .join('.') || 'the whole of it';

/** An object of the processor, or what is wrong with it: the codec's name and paths, never a value. */
export const decodeObject =
  <A>(codec: t.Decoder<unknown, A>) =>
  (value: unknown): E.Either<string, A> =>
    pipe(
      codec.decode(value),
      E.mapLeft((errors) => {
        const paths = [...new Set(errors.map(pathOf))];
        return `${codec.name} (wrong: ${paths.join(', ')})`;
      }),
    );
