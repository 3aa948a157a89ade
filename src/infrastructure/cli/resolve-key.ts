import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import { answerOfObject } from '../../application/idempotency/answer-of-object.js';
import { storedOutcome } from '../../application/idempotency/keyed-outcome.js';
import type {
  IdempotencySettlement,
  IdempotencyStore,
  UnsettledKey,
} from '../../application/ports/idempotency-store.js';
import { silentLogger } from '../../application/ports/logger.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { type Config, decodeConfig } from '../config/config.js';
import { type Environment, readVariable } from '../config/environment.js';
import { idempotencyCipher } from '../idempotency/idempotency-settings.js';
import { loadProcessor } from '../load-processor.js';
import { decodeOrRefuse, describeEventFailure, StartUpProblem } from './failures.js';
import { showMoment } from './time-options.js';
import { clientOf, isAtWork, isOfClient } from './unsettled-key.js';
import { withStores } from './with-stores.js';

/** How the options settle a key. */
type How =
  | { readonly _tag: 'NotDone' }
  | { readonly _tag: 'Done'; readonly id: string; readonly customer: string | undefined };

const orStop = <A>(outcome: E.Either<StoreUnavailable, A>): A => {
  if (E.isLeft(outcome)) throw new StartUpProblem(describeEventFailure(outcome.left));
  return outcome.right;
};

const decodeHow = (options: Environment, notDone: boolean): How => {
  const id = readVariable(options, '--done');
  const customer = readVariable(options, '--customer');
  if (notDone === (id !== undefined)) {
    throw new StartUpProblem(
      'pass either --not-done, or --done with the id of what was made (pi_..., re_..., cus_..., card_...)',
    );
  }
  return id === undefined ? { _tag: 'NotDone' } : { _tag: 'Done', id, customer };
};

const describeKey = ({ key, scope }: UnsettledKey): string =>
  `the key ${JSON.stringify(key)} of ${clientOf(scope)}`;

const findKey = async (
  store: IdempotencyStore,
  key: string,
  client: string | undefined,
): Promise<UnsettledKey> => {
  const all = orStop(await store.unsettled({ key, limit: 1000 })());
  const found = all.filter(({ scope }) => client === undefined || isOfClient(scope, client));
  const [first, ...others] = found;
  if (first === undefined) {
    throw new StartUpProblem(
      `there is nothing to settle: no key ${JSON.stringify(key)}${client === undefined ? '' : ` of ${client}`} is in doubt (pasarela keys list shows all that are)`,
    );
  }
  if (others.length > 0) {
    const clients = found.map(({ scope }) => clientOf(scope)).join(', ');
    throw new StartUpProblem(
      `several clients have the key ${JSON.stringify(key)}: choose one with --client: ${clients}`,
    );
  }
  return first;
};

const answerFor = async (
  config: Config,
  { firstSent }: UnsettledKey,
  { id, customer }: Extract<How, { readonly _tag: 'Done' }>,
  force: boolean,
): Promise<object> => {
  const { processor } = config;
  if (processor.kind === 'memory') {
    throw new StartUpProblem(
      'the in-memory processor keeps its payments for its own service alone: --done needs STRIPE_SECRET_KEY',
    );
  }
  if (firstSent === null) {
    throw new StartUpProblem(
      'an earlier version of Pasarela made this key, and did not store what it is for: only --not-done settles it',
    );
  }
  const { operation, derivedKey } = firstSent;
  const create = await loadProcessor(processor);
  const read = answerOfObject(create(systemClock, '', silentLogger));
  const found = await read({ operation, derivedKey, id, customer })();
  if (E.isLeft(found)) {
    const { left } = found;
    if (left._tag === 'NoAnswer') throw new StartUpProblem(left.reason);
    throw new StartUpProblem(describeEventFailure(left));
  }
  const { answer, doubts } = found.right;
  if (doubts.length > 0 && !force) {
    throw new StartUpProblem(
      `${doubts.join('; ')}: nothing was settled, --force does it all the same`,
    );
  }
  for (const doubt of doubts) process.stderr.write(`warning: ${doubt}\n`);
  return answer;
};

const sealed = async (
  config: Config,
  store: IdempotencyStore,
  { secret }: UnsettledKey,
  answer: object,
): Promise<string> => {
  const cipher = orStop(await idempotencyCipher(store, config.idempotency.secrets)());
  const text = pipe(
    O.fromEither(storedOutcome.write(E.right(answer))),
    O.flatMap((written) => cipher.seal(written, secret ?? undefined)),
  );
  if (O.isNone(text)) {
    throw new StartUpProblem(
      'the key was made under a secret that is not among those of IDEMPOTENCY_SECRET: add it',
    );
  }
  return text.value;
};

const settlement = async (
  config: Config,
  store: IdempotencyStore,
  key: UnsettledKey,
  how: How,
  force: boolean,
): Promise<IdempotencySettlement> => {
  if (how._tag === 'NotDone') return { _tag: 'Forget' };
  const answer = await answerFor(config, key, how, force);
  return { _tag: 'Answer', text: await sealed(config, store, key, answer) };
};

const consequence = (key: UnsettledKey, how: How): string => {
  const which = describeKey(key);
  const operation = key.firstSent?.operation ?? 'what it asks for';
  return how._tag === 'NotDone'
    ? `${which} is forgotten: the next request with it runs as new (${operation}). Should the first one have been done after all, that does it a second time.`
    : `${which} is answered: the next request with it gets ${how.id}, as if ${operation} had just been done.`;
};

/** `pasarela keys resolve`: settles an idempotency key in doubt, as an operator found out that it should be. */
export const resolveKey = async (
  env: Environment,
  key: string,
  options: Environment,
  { notDone, force }: { readonly notDone: boolean; readonly force: boolean },
): Promise<void> => {
  const how = decodeHow(options, notDone);
  const config = decodeOrRefuse(decodeConfig(env));
  await withStores(config, async ({ idempotencyStore: store }) => {
    const found = await findKey(store, key, readVariable(options, '--client'));
    const { scope, leasedUntil } = found;
    if (isAtWork(found, systemClock())) {
      throw new StartUpProblem(
        `a request is at work with ${describeKey(found)}, until ${showMoment(leasedUntil ?? 0)} or longer: wait for its answer`,
      );
    }
    const settled = await settlement(config, store, found, how, force);
    if (!orStop(await store.settle({ scope, key }, settled, systemClock())())) {
      throw new StartUpProblem(
        `nothing was settled: meanwhile a request took ${describeKey(found)}, or answered it`,
      );
    }
    process.stdout.write(`${consequence(found, how)}\n`);
  });
};
