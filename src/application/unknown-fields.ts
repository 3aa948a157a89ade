import type * as IO from 'fp-ts/lib/IO.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import type { UnknownFields } from '../domain/payment-error.js';
import { type OperationName, operations } from './use-cases.js';

/** How fields that an operation does not know are treated: the request is refused, or the fields are dropped and reported. */
export type UnknownFieldsPolicy = 'refuse' | 'ignore';

type Fields = UnknownFields['fields'];

/** Reports that fields of a request were dropped. */
export type ReportUnknownFields = (operation: OperationName, fields: Fields) => IO.IO<void>;

/** Refuses a request with unknown fields, or reports them. */
export type CheckUnknownFields = (
  operation: OperationName,
  fields: Fields,
) => IOE.IOEither<UnknownFields, void>;

/** Whether an operation moves money. Then a request with an unknown field is refused. */
export const movesMoney = (operation: string): boolean =>
  Object.entries<object>(operations).some(
    ([name, known]) => name === operation && 'movesMoney' in known,
  );

/** Checks unknown fields (decision E18). Without a policy they are refused where money moves, and reported elsewhere. */
export const unknownFieldsCheck =
  (report: ReportUnknownFields, policy?: UnknownFieldsPolicy): CheckUnknownFields =>
  (operation, fields) => {
    if (fields.length === 0) return IOE.right(undefined);
    return policy === 'refuse' || (policy === undefined && movesMoney(operation))
      ? IOE.left({ _tag: 'UnknownFields', fields })
      : IOE.fromIO(report(operation, fields));
  };
