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

// The SDK hides in it what leads to the request, and so to the secret key. A copy has what Stripe sent, and nothing else.
const copyOf = (reply: unknown): unknown =>
  typeof reply === 'object' && reply !== null ? { ...reply } : reply;

/** The processor's answer, or what is wrong with it: the codec's name and paths, never a value. */
export const decodeReply =
  <A>(codec: t.Type<A, unknown>) =>
  (reply: unknown): E.Either<string, A> =>
    pipe(
      codec.decode(copyOf(reply)),
      E.mapLeft((errors) => {
        const paths = [...new Set(errors.map(pathOf))];
        return `${codec.name} (wrong: ${paths.join(', ')})`;
      }),
    );
