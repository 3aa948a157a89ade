import * as E from 'fp-ts/lib/Either.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { quoted, refusal } from './check-controls.js';
import { declines } from './engine/cards/declines.js';
import {
  type PlannedFailure,
  plannedFailureKinds,
  type QueuedFailure,
} from './engine/kernel/planned-failures.js';
import { operations } from './engine/operations.js';

const calls: ReadonlyArray<{
  readonly name: string;
  readonly failureAlias?: string;
  readonly charges?: unknown;
}> = Object.values(operations);

const wordsOf = (of: typeof calls): ReadonlyArray<string> => [
  ...new Set([
    ...of.flatMap(({ failureAlias }) => (failureAlias === undefined ? [] : [failureAlias])),
    'any',
  ]),
];
const targetsOf = (of: typeof calls): ReadonlySet<string> =>
  new Set([...wordsOf(of), ...of.map(({ name }) => name)]);

const targets = targetsOf(calls);
const charging = calls.filter(({ charges }) => charges !== undefined);
const chargingTargets = targetsOf(charging);

// Ten minutes, in milliseconds.
const longestDelay = 600_000;

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null;

const refuse = (message: string, param: string): E.Either<ProcessorError, never> =>
  E.left(refusal(message, param));

const checkDecline = (decline: unknown): E.Either<ProcessorError, PlannedFailure> =>
  typeof decline === 'string' && declines.has(decline)
    ? E.right({ decline })
    : refuse(
        `with.decline must be one of ${[...declines.keys()].join(', ')}, not ${quoted(decline)}`,
        'with',
      );

const checkDelay = (delay: unknown): E.Either<ProcessorError, PlannedFailure> =>
  typeof delay === 'number' && Number.isSafeInteger(delay) && delay > 0 && delay <= longestDelay
    ? E.right({ delay })
    : refuse(
        `with.delay must be a whole number of milliseconds from 1 to ${longestDelay}, not ${quoted(delay)}`,
        'with',
      );

const checkFault = (fault: unknown): E.Either<ProcessorError, PlannedFailure> => {
  const kind = plannedFailureKinds.find((candidate) => candidate === fault);
  if (kind !== undefined) return E.right(kind);
  if (isObject(fault) && 'decline' in fault) return checkDecline(fault['decline']);
  if (isObject(fault) && 'delay' in fault) return checkDelay(fault['delay']);
  const choice = plannedFailureKinds.join(', ');
  return refuse(
    `with must be one of ${choice}, { decline: '<code>' } or { delay: milliseconds }, not ${quoted(fault)}`,
    'with',
  );
};

/** The fault that a plan means. Plans also come as JSON, from where no type vouches for them. */
export const checkFailurePlan = (plan: unknown): E.Either<ProcessorError, QueuedFailure> => {
  if (!isObject(plan)) return refuse(`A plan is { on, with, times? }, not ${quoted(plan)}`, 'plan');
  const { on, with: fault, times = 1, ...others } = plan;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return refuse(`A plan is { on, with, times? }; it has no ${quoted(other)}`, 'plan');
  }
  if (typeof on !== 'string' || !targets.has(on)) {
    const choice = wordsOf(calls).join(', ');
    return refuse(
      `on must be one of ${choice}, or a function of the port such as confirmPaymentIntent, not ${quoted(on)}`,
      'on',
    );
  }
  if (typeof times !== 'number' || !Number.isSafeInteger(times) || times < 1) {
    return refuse(`times must be a positive integer, not ${quoted(times)}`, 'times');
  }
  if (fault === 'processing' && !chargingTargets.has(on)) {
    const choice = wordsOf(charging).join(', ');
    return refuse(
      `Only what charges a card stays in processing: on must be one of ${choice}, not ${quoted(on)}`,
      'on',
    );
  }
  return E.map((known: PlannedFailure) => ({ on, with: known, times }))(checkFault(fault));
};
