import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { describeDecodeProblem } from '../../../application/english-texts.js';
import { decodeObject } from '../../../domain/decode-object.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type SqlRow, storeUnavailable } from './database.js';

/** The row as what it should be. One that is not was written by somebody else: the store cannot be relied on. */
export const decodeRow =
  <A>(codec: t.Decoder<unknown, A>) =>
  (row: SqlRow): E.Either<StoreUnavailable, A> =>
    pipe(
      decodeObject(codec)(row),
      E.mapLeft((problem) =>
        storeUnavailable(new Error(`database row is ${describeDecodeProblem(problem)}`)),
      ),
    );

/** A text as databases can store it: without U+0000. */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD');
