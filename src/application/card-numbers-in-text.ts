import type * as IO from 'fp-ts/lib/IO.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import { textsWithCardNumber } from '../domain/free-text.js';
import type { CardNumberInText } from '../domain/payment-error.js';
import { changes, type OperationName } from './use-cases.js';

/**
 * How card numbers in the texts of an input, in its `metadata` and in its idempotency key are treated. `redact`: they are reported, and
 * removed from the texts of events before those are stored. `refuse`: the input is refused.
 */
export type CardNumbersInTextPolicy = 'redact' | 'refuse';

/** Reports that texts of an input have card numbers: their paths, never their values. */
export type ReportCardNumbersInText = (
  operation: OperationName,
  fields: ReadonlyArray<string>,
  client?: string,
) => IO.IO<void>;

/** Refuses an input with card numbers in its texts, or reports them. `client`: the name of the caller, if it has one. */
export type CheckCardNumbersInText = (
  operation: OperationName,
  input: object,
  client?: string,
) => IOE.IOEither<CardNumberInText, void>;

/** Checks the texts of decoded inputs for card numbers (decision A18). Only operations that change something take texts. */
export const cardNumbersInTextCheck =
  (
    report: ReportCardNumbersInText,
    policy: CardNumbersInTextPolicy = 'redact',
  ): CheckCardNumbersInText =>
  (operation, input, client) => {
    const fields = operation in changes ? textsWithCardNumber(input).toSorted() : [];
    if (fields.length === 0) return IOE.right(undefined);
    return policy === 'refuse'
      ? IOE.left({ _tag: 'CardNumberInText', fields })
      : IOE.fromIO(report(operation, fields, client));
  };
