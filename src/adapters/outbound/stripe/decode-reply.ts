import type * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { decodeObject } from '../../../domain/decode-object.js';

// The SDK hides in it what leads to the request, and so to the secret key. A copy has what Stripe sent, and nothing else.
const copyOf = (reply: unknown): unknown =>
  typeof reply === 'object' && reply !== null ? { ...reply } : reply;

/** The processor's answer, or what is wrong with it: the codec's name and paths, never a value. */
export const decodeReply = <A>(
  codec: t.Type<A, unknown>,
): ((reply: unknown) => E.Either<string, A>) => flow(copyOf, decodeObject(codec));
