import { pipe } from 'fp-ts/lib/function.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import { unknownNames } from '../domain/field-names.js';
import { decodeInput, type Input, type InputError, type InputOf } from '../domain/input.js';
import type { UnknownFields } from '../domain/payment-error.js';
import type { CheckUnknownFields } from './unknown-fields.js';
import type { OperationName } from './use-cases.js';

/** An input as a program wrote it. */
export type Written = { readonly [field: string]: unknown } | null;

/** Reads the input of an operation as a program wrote it, and decides on fields that the operation does not know. */
export const readWritten =
  (checkUnknownFields: CheckUnknownFields) =>
  <I extends Input>(operation: OperationName, codec: I) => {
    const unknownIn = unknownNames([
      ...Object.keys(codec.required),
      ...Object.keys(codec.optional),
    ]);
    const decode = decodeInput(codec);
    return (written?: Written): IOE.IOEither<InputError | UnknownFields, InputOf<I>> => {
      const fields = written ?? {};
      return pipe(
        checkUnknownFields(operation, unknownIn(typeof fields === 'object' ? fields : {})),
        IOE.flatMapEither(() => decode(fields)),
      );
    };
  };
