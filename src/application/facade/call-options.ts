import {
  aFunction,
  aText,
  aWholeNumber,
  checkedOptions,
  must,
  optional,
  options,
} from '../checked-input.js';
import type { CallOptions } from '../ports/payment-processor.js';

/** Options of one call of an operation. */
export type OperationOptions = Omit<CallOptions, 'idempotencyKey'> & {
  /**
   * An idempotency key that goes to the processor as it is. Pasarela stores nothing: a repetition after the processor has forgotten
   * the key does the work again. Use `payments.withIdempotencyKey(key)` for a key that Pasarela keeps.
   */
  readonly processorIdempotencyKey?: string;
  /** Not an option of a call: use `payments.withIdempotencyKey(key)`. */
  readonly idempotencyKey?: never;
};

// In the client a key of this name is kept. Under the same name here, an order could be charged once by each.
const noKeptKey = must(
  'is not an option of a call: use payments.withIdempotencyKey(key), which keeps the key and its result as the HTTP interface does (processorIdempotencyKey goes to the processor, and is not kept)',
  (value): value is undefined => value === undefined,
);

// A call with a misspelt key would have none: repeating it would charge twice.
const Options = options<OperationOptions>({
  processorIdempotencyKey: optional(aText),
  idempotencyKey: noKeptKey,
  inDoubtSince: optional(aWholeNumber(0)),
  requestFormat: optional(aText),
  beforeAttempt: optional(aFunction()),
});

/** The options of a call for the processor. Throws a `TypeError` for wrong or unknown options of an operation. */
export const callOptionsOf = (operation: string, given: OperationOptions): CallOptions => {
  const {
    processorIdempotencyKey: key,
    idempotencyKey: _,
    ...others
  } = checkedOptions(operation, Options, given);
  return { ...others, ...(key === undefined ? {} : { idempotencyKey: key }) };
};
