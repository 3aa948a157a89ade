import * as E from 'fp-ts/lib/Either.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { shown } from './shown.js';

const names = { pi: 'a payment intent', re: 'a refund' } as const;

/** The id that a control was given, when it is one of a kind that the control takes. */
export const checkId =
  (kinds: ReadonlyArray<keyof typeof names>) =>
  (id: unknown): E.Either<ProcessorError, string> => {
    if (typeof id === 'string' && kinds.some((kind) => id.startsWith(`${kind}_`))) {
      return E.right(id);
    }
    const choice = kinds.map((kind) => `of ${names[kind]} (${kind}_...)`).join(' or ');
    return E.left({
      _tag: 'ProcessorRefused',
      status: 404,
      message: `id must be the id ${choice}, not ${shown(id)}`,
      code: 'resource_missing',
      param: 'id',
    });
  };
