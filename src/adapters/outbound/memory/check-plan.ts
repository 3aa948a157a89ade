import * as E from 'fp-ts/lib/Either.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { faultKinds } from './engine/faults/fault.js';
import type { PlannedFault } from './engine/faults/planned-fault.js';
import { operations } from './engine/operations.js';
import type { FailurePlan } from './failure-plan.js';
import { refusal } from './refusal.js';

const targets: ReadonlySet<string> = new Set([
  'any',
  ...Object.values(operations).flatMap(({ name, word }: { name: string; word?: string }) =>
    word === undefined ? [name] : [name, word],
  ),
]);

const isFault = (fault: unknown): boolean =>
  faultKinds.some((kind) => kind === fault) ||
  (typeof fault === 'object' &&
    fault !== null &&
    'decline' in fault &&
    typeof fault.decline === 'string');

const refuse = (message: string, param: string): E.Either<ProcessorError, never> =>
  E.left(refusal(message, param));

/** The fault that a plan means. Plans also come as JSON, from where no type vouches for them. */
export const checkPlan = ({
  on,
  with: fault,
  times = 1,
}: FailurePlan): E.Either<ProcessorError, PlannedFault> => {
  if (!isFault(fault)) return refuse('with is not a failure', 'with');
  if (!targets.has(on)) return refuse(`Nothing is called ${on}`, 'on');
  return Number.isSafeInteger(times) && times > 0
    ? E.right({ on, with: fault, times })
    : refuse('times must be a positive integer', 'times');
};
