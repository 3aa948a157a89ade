import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type * as t from 'io-ts';
import { describeDecodeProblem } from '../../../domain/english-texts.js';
import { decodeObject } from '../../../domain/input/decode-object.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { type SqlRow, storeUnavailable } from './database.js';

/** Decodes a row. An invalid row was changed from outside, so that the store counts as unavailable. */
export const decodeRow =
  <A>(codec: t.Decoder<unknown, A>) =>
  (row: SqlRow): E.Either<StoreUnavailable, A> =>
    pipe(
      decodeObject(codec)(row),
      E.mapLeft((problem) =>
        storeUnavailable(new Error(`database row is ${describeDecodeProblem(problem)}`)),
      ),
    );

const isSome = E.map((changed: number) => changed > 0);

/** Whether a statement changes rows. */
export const changesRows =
  (changing: TE.TaskEither<StoreUnavailable, number>): TE.TaskEither<StoreUnavailable, boolean> =>
  () =>
    changing().then(isSome);

/** A text as databases can store it: without U+0000. */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD');
