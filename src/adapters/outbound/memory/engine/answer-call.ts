import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { EngineFailure } from './engine-failure.js';
import type { EngineParts } from './engine-parts.js';
import type { ApiError } from './errors/api-error.js';
import { rateLimited } from './errors/api-failures.js';
import { execute } from './execute.js';
import { executeOnce } from './idempotency/execute-once.js';
import type { Operation } from './operation.js';

const answered = (error: ApiError): EngineFailure => ({ _tag: 'Answered', error });

/** Answers a call: the faults of the way there, the work, the faults of the way back. */
export const answerCall = <P extends object, A>(
  parts: EngineParts,
  operation: Operation<P, A>,
  params: P,
  key: string | undefined,
): E.Either<EngineFailure, A> => {
  if (operation.method === 'CONTROL') {
    return pipe(execute(parts, operation, params, null, null), E.mapLeft(answered));
  }
  const planned = parts.memory.faults.find({
    name: operation.name,
    word: operation.word,
    charges: operation.charges?.(params) ?? false,
  });
  const work = (): E.Either<EngineFailure, A> =>
    pipe(
      executeOnce(parts, operation, params, key, () => {
        planned?.use();
        return planned?.fault ?? null;
      }),
      E.mapLeft(answered),
    );
  switch (planned?.fault) {
    case 'rate_limit':
      planned.use();
      return E.left(answered(rateLimited));
    case 'unreachable':
      planned.use();
      return E.left({ _tag: 'NoAnswer', outcome: 'not_done' });
    case 'timeout_before':
      planned.use();
      return E.left({ _tag: 'NoAnswer', outcome: 'unknown' });
    case 'timeout_after':
      work();
      planned.use();
      return E.left({ _tag: 'NoAnswer', outcome: 'unknown' });
    default:
      return work();
  }
};
