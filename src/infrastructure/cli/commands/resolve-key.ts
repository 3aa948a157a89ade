import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { openSummary } from '../../../application/doubts/doubt-of-key.js';
import { signsOfOtherRequest } from '../../../application/doubts/other-request.js';
import type { SummarizedInput } from '../../../application/doubts/request-summary.js';
import { isAtWork } from '../../../application/doubts/unsettled-keys.js';
import type { LookUpDoubt } from '../../../application/facade/settle-doubt.js';
import { answerOfObject } from '../../../application/idempotency/answer-of-object.js';
import { keyLifetime } from '../../../application/idempotency/decide-claim.js';
import { storedOutcome } from '../../../application/idempotency/keyed-outcome.js';
import type { IdempotencyCipher } from '../../../application/ports/idempotency-cipher.js';
import type {
  IdempotencySettlement,
  IdempotencyStore,
  UnsettledKey,
} from '../../../application/ports/idempotency-store.js';
import { silentLogger } from '../../../application/ports/logger.js';
import { silentTelemetry } from '../../../application/ports/telemetry.js';
import { movesMoney } from '../../../application/unknown-fields.js';
import { isObject } from '../../../domain/input/json.js';
import type { PaymentError } from '../../../domain/payment-error.js';
import { decisionOf } from '../../../domain/processor-decision.js';
import { type Config, decodeConfig } from '../../config/config.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { idempotencyCipher } from '../../idempotency/idempotency-settings.js';
import { loadProcessor } from '../../load-processor.js';
import { settlesWithin } from '../../settles-within.js';
import type { CommandIo } from '../command-io.js';
import {
  CommandProblem,
  decodedOrThrow,
  describeCallFailure,
  describeLookUpFailure,
  valueOrThrow,
} from '../failures.js';
import { describeKey, findUnsettledKey } from '../find-unsettled-key.js';
import { refuseOtherAccount } from '../refuse-other-account.js';
import { showMoment } from '../time-options.js';
import { withPayments } from '../with-payments.js';
import { withStores } from '../with-stores.js';

type How =
  | { readonly _tag: 'NotDone' }
  | { readonly _tag: 'Done'; readonly id: string; readonly customer: string | undefined };

const decodeHow = (options: Environment, notDone: boolean): How => {
  const id = readVariable(options, '--done');
  const customer = readVariable(options, '--customer');
  // An empty --done is that of a script whose variable is empty.
  if (notDone === (options['--done'] !== undefined) || notDone === (id !== undefined)) {
    throw new CommandProblem(
      'pass either --not-done, or --done with the id of the created object (pi_..., seti_..., cs_..., re_..., cus_..., card_...)',
    );
  }
  return id === undefined ? { _tag: 'NotDone' } : { _tag: 'Done', id, customer };
};

/** The dependencies of settling a key. */
type Settling = { readonly io: CommandIo; readonly config: Config; readonly force: boolean };

const answerFor = async (
  { io, config: { processor }, force }: Settling,
  cipher: IdempotencyCipher,
  unsettled: UnsettledKey,
  { id, customer }: Extract<How, { readonly _tag: 'Done' }>,
): Promise<object> => {
  if (processor.kind === 'memory') {
    throw new CommandProblem(
      'only the service itself can read the objects of its in-memory processor: --done needs STRIPE_SECRET_KEY',
    );
  }
  const { firstSent } = unsettled;
  if (firstSent === null) {
    throw new CommandProblem(
      'an earlier version of Pasarela created this key without storing its operation: settle it with --not-done',
    );
  }
  const { operation, derivedKey } = firstSent;
  const create = await loadProcessor(processor);
  const read = answerOfObject(create(systemClock, '', silentLogger, silentTelemetry, {}));
  const found = await read({ operation, derivedKey, id, customer })();
  if (E.isLeft(found)) {
    const { left } = found;
    if (left._tag === 'NoAnswer') throw new CommandProblem(left.reason);
    throw new CommandProblem(describeCallFailure(left));
  }
  const { answer } = found.right;
  const input = O.getOrElse((): SummarizedInput => ({}))(openSummary(cipher, unsettled));
  const doubts = [
    ...found.right.doubts,
    ...signsOfOtherRequest(operation, input, { id, customer, object: answer }),
  ];
  if (doubts.length > 0 && !force) {
    throw new CommandProblem(
      `nothing was settled: ${doubts.join('; ')}; pass --force to settle it anyway`,
    );
  }
  for (const doubt of doubts) io.stderr.write(`warning: ${doubt}\n`);
  return answer;
};

const sealed = (cipher: IdempotencyCipher, { secret }: UnsettledKey, answer: object): string => {
  const text = pipe(
    O.fromEither(storedOutcome.write(E.right(answer))),
    O.flatMap((written) => cipher.seal(written, secret ?? undefined)),
  );
  if (O.isNone(text)) {
    throw new CommandProblem(
      'the key was created with a secret that IDEMPOTENCY_SECRET does not contain: add that secret',
    );
  }
  return text.value;
};

const settlement = async (
  settling: Settling,
  store: IdempotencyStore,
  key: UnsettledKey,
  how: How,
): Promise<IdempotencySettlement> => {
  if (how._tag === 'NotDone') return { _tag: 'Forget' };
  const { secrets, retentionDays } = settling.config.idempotency;
  const cipher = valueOrThrow(await idempotencyCipher(store, secrets)());
  const answer = await answerFor(settling, cipher, key, how);
  return {
    _tag: 'Answer',
    text: sealed(cipher, key, answer),
    keptFor: keyLifetime * (movesMoney(key.firstSent?.operation ?? '') ? retentionDays : 1),
    refused: false,
  };
};

// In milliseconds.
const patience = 10_000;

const refuseToDelete = (why: string, advice: string): never => {
  throw new CommandProblem(
    `nothing was deleted: ${why}: ${advice}, or pass --force to delete the key anyway`,
  );
};

const gaveNoAnswer = (error: PaymentError): boolean =>
  error._tag === 'ProcessorRefused'
    ? decisionOf(error) !== 'final'
    : [
        'ProcessorAuthenticationFailed',
        'ProcessorFailed',
        'ProcessorUnavailable',
        'StoreUnavailable',
        'Unexpected',
      ].includes(error._tag);

/**
 * Throws a `CommandProblem` if the processor shows that the request was done, which would be done again without its key, or if it
 * cannot be asked.
 */
const refuseIfDone = async (key: UnsettledKey, lookUp: LookUpDoubt): Promise<void> => {
  const looking = lookUp(key)();
  const found = (await settlesWithin(looking, patience)) ? await looking : null;
  if (found === null) {
    refuseToDelete(
      `the processor did not answer within ${patience / 1000} seconds`,
      'try again later',
    );
  } else if (E.isLeft(found)) {
    if (found.left._tag === 'Unreadable') {
      refuseToDelete(
        'the processor could not be asked, because the summary of the request cannot be read',
        'add the secret of its time to IDEMPOTENCY_SECRET',
      );
    }
    if (found.left._tag !== 'Failed' || !gaveNoAnswer(found.left.error)) return;
    const why = describeLookUpFailure(found.left.error);
    refuseToDelete(`the processor could not be asked (${why})`, 'try again later');
  } else if (E.isRight(found.right)) {
    const result = found.right.right;
    const id: unknown = isObject(result) ? Reflect.get(result, 'id') : undefined;
    const which = typeof id === 'string' ? ` (${id})` : '';
    refuseToDelete(
      `the processor shows that the request with ${describeKey(key)} was done${which}`,
      'store that with pasarela idempotency settle',
    );
  }
};

const consequence = (key: UnsettledKey, how: How): string => {
  const which = describeKey(key);
  const operation = key.firstSent?.operation ?? 'its operation';
  return how._tag === 'NotDone'
    ? `deleted ${which}: the next request with it runs as new (${operation}). If the first request was carried out after all, it is then carried out twice.`
    : `settled ${which}: the next request with it gets ${how.id} as the result of ${operation}.`;
};

/** `pasarela idempotency resolve`: settles an idempotency key in doubt with the outcome that an operator found. */
export const resolveKeyCommand = async (
  io: CommandIo,
  key: string,
  options: Environment,
  { notDone, force }: { readonly notDone: boolean; readonly force: boolean },
): Promise<void> => {
  const how = decodeHow(options, notDone);
  const config = decodedOrThrow(decodeConfig(io.env));
  const resolve = async (store: IdempotencyStore, lookUp?: LookUpDoubt): Promise<void> => {
    // The key of the other account may be lost, and its doubts keep the store from being taken over. This one's cannot look them up.
    await refuseOtherAccount(config, store, { mayAccept: how._tag === 'NotDone' && force });
    const found = await findUnsettledKey(store, key, readVariable(options, '--client'));
    const { scope, leasedUntil } = found;
    if (isAtWork(found, systemClock())) {
      throw new CommandProblem(
        `a request with ${describeKey(found)} is running, at least until ${showMoment(leasedUntil ?? 0)}: wait for its response`,
      );
    }
    if (how._tag === 'NotDone' && lookUp !== undefined && !force) await refuseIfDone(found, lookUp);
    const settled = await settlement({ io, config, force }, store, found, how);
    if (!valueOrThrow(await store.settle({ scope, key }, settled, systemClock())())) {
      throw new CommandProblem(
        `nothing was settled: meanwhile another request took or completed ${describeKey(found)}`,
      );
    }
    io.stdout.write(`${consequence(found, how)}\n`);
  };
  // Only the service itself can look into its in-memory processor.
  await (config.processor.kind === 'memory'
    ? withStores(config, ({ idempotencyStore }) => resolve(idempotencyStore))
    : withPayments(config, ({ stores, lookUp }) => resolve(stores.idempotencyStore, lookUp)));
};
