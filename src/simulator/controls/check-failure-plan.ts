import * as E from 'fp-ts/lib/Either.js';
import { isObject } from '../../domain/input/json.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { declines } from '../engine/cards/declines.js';
import {
  type PlannedFailure,
  plannedFailureKinds,
  type QueuedFailure,
} from '../engine/kernel/planned-failures.js';
import { engineOperations } from '../engine/operations.js';
import { quoted, refusal } from './check-controls.js';

const calls: ReadonlyArray<{
  readonly name: string;
  readonly failureAlias?: string;
  readonly charges?: unknown;
}> = Object.values(engineOperations);

const aliasesOf = (of: typeof calls): ReadonlyArray<string> => [
  ...new Set([
    ...of.flatMap(({ failureAlias }) => (failureAlias === undefined ? [] : [failureAlias])),
    'any',
  ]),
];
const targetsOf = (of: typeof calls): ReadonlySet<string> =>
  new Set([...aliasesOf(of), ...of.map(({ name }) => name)]);

const targets = targetsOf(calls);
const charging = calls.filter(({ charges }) => charges !== undefined);
const chargingTargets = targetsOf(charging);

// Ten minutes, in milliseconds.
const longestDelay = 600_000;

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

const checkFailure = (failure: unknown): E.Either<ProcessorError, PlannedFailure> => {
  const kind = plannedFailureKinds.find((candidate) => candidate === failure);
  if (kind !== undefined) return E.right(kind);
  if (isObject(failure) && Object.keys(failure).length === 1) {
    if ('decline' in failure) return checkDecline(failure.decline);
    if ('delay' in failure) return checkDelay(failure.delay);
  }
  const choice = plannedFailureKinds.join(', ');
  return refuse(
    `with must be one of ${choice}, { decline: '<code>' } or { delay: milliseconds }, not ${quoted(failure)}`,
    'with',
  );
};

/** The operations whose functions in the port have other names. */
export const operationOfPort = new Map([
  ['listAllPaymentIntents', 'listPaymentIntents'],
  ['listAllRefunds', 'listRefunds'],
  ['submitDisputeEvidence', 'updateDispute'],
]);

/** Checks a failure plan, which may also come from JavaScript or JSON without a type. */
export const checkFailurePlan = (plan: unknown): E.Either<ProcessorError, QueuedFailure> => {
  if (!isObject(plan))
    return refuse(`A failure plan must be { on, with, times? }, not ${quoted(plan)}`, 'plan');
  const {
    on: target,
    with: failure,
    times = 1,
    ...others
  }: Readonly<Record<string, unknown>> = { ...plan };
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return refuse(
      `A failure plan must be { on, with, times? }; ${quoted(other)} is not one of these`,
      'plan',
    );
  }
  const on = typeof target === 'string' ? (operationOfPort.get(target) ?? target) : target;
  if (typeof on !== 'string' || !targets.has(on)) {
    const choice = aliasesOf(calls).join(', ');
    return refuse(
      `on must be one of ${choice}, or a function of the processor such as confirmPaymentIntent, not ${quoted(on)}`,
      'on',
    );
  }
  if (typeof times !== 'number' || !Number.isSafeInteger(times) || times < 1) {
    return refuse(`times must be a positive integer, not ${quoted(times)}`, 'times');
  }
  if (failure === 'processing' && !chargingTargets.has(on)) {
    const choice = aliasesOf(charging).join(', ');
    return refuse(`on must be one of ${choice} for with: 'processing', not ${quoted(on)}`, 'on');
  }
  return E.map((known: PlannedFailure) => ({ on, with: known, times }))(checkFailure(failure));
};
