import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { optional, withDefault } from '../../../application/checked-input.js';
import { clientOf } from '../../../application/doubts/unsettled-keys.js';
import { openAnswer } from '../../../application/idempotency/keyed-outcome.js';
import type { IdempotencyCipher } from '../../../application/ports/idempotency-cipher.js';
import type {
  ForgottenRefusal,
  IdempotencyStore,
  RefusedKey,
} from '../../../application/ports/idempotency-store.js';
import { paymentErrorCode } from '../../../domain/payment-error-facts.js';
import { decodeConfig } from '../../config/config.js';
import type { Environment } from '../../config/environment.js';
import { readSetting } from '../../config/settings.js';
import { idempotencyCipher } from '../../idempotency/idempotency-settings.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, valueOrThrow } from '../failures.js';
import { aPastMoment, showMoment } from '../time-options.js';
import { withStores } from '../with-stores.js';

const pageSize = 500;

/** The end of an answer: forgotten with the code of its refusal, left because it is a success, or left because it cannot be read. */
type End =
  | { readonly _tag: 'Forgotten'; readonly code: string | null }
  | { readonly _tag: 'Success' }
  | { readonly _tag: 'Unreadable' };

const endOf = (cipher: IdempotencyCipher, { answer, refused }: RefusedKey): End => {
  const outcome = openAnswer(cipher, answer);
  if (O.isNone(outcome)) {
    return refused === true ? { _tag: 'Forgotten', code: null } : { _tag: 'Unreadable' };
  }
  return E.isRight(outcome.value)
    ? { _tag: 'Success' }
    : { _tag: 'Forgotten', code: paymentErrorCode(outcome.value.left) };
};

type Forgotten = {
  readonly at: number;
  readonly client: string;
  readonly key: string;
  readonly code: string | null;
};

type Totals = {
  readonly freed: ReadonlyArray<Forgotten>;
  readonly inDoubt: ReadonlyArray<Forgotten>;
  readonly unreadable: number;
};

type Selection = { readonly from: number; readonly to: number; readonly dryRun: boolean };

const forget = async (
  store: IdempotencyStore,
  cipher: IdempotencyCipher,
  { from, to, dryRun }: Selection,
  onForgotten: (forgotten: Forgotten, state: ForgottenRefusal) => void,
): Promise<Totals> => {
  const freed: Array<Forgotten> = [];
  const inDoubt: Array<Forgotten> = [];
  let unreadable = 0;
  for (let after: RefusedKey | undefined; ; ) {
    const page = valueOrThrow(
      await store.refusals({
        from,
        to,
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      })(),
    );
    for (const refusal of page) {
      const end = endOf(cipher, refusal);
      if (end._tag === 'Unreadable') unreadable += 1;
      if (end._tag !== 'Forgotten') continue;
      const { at, scope, key, wasInDoubt } = refusal;
      const wouldBe = wasInDoubt ? 'in_doubt' : 'new';
      const state = dryRun ? wouldBe : valueOrThrow(await store.forgetRefusal(refusal)());
      if (state === null) continue;
      const one = { at, client: clientOf(scope), key, code: end.code };
      (state === 'new' ? freed : inDoubt).push(one);
      onForgotten(one, state);
    }
    after = page.at(-1);
    if (after === undefined || page.length < pageSize) return { freed, inDoubt, unreadable };
  }
};

const states: Readonly<Record<ForgottenRefusal, string>> = { new: 'freed', in_doubt: 'in_doubt' };

const keys = (count: number): string => (count === 1 ? '1 key' : `${count} keys`);

const summary = ({ freed, inDoubt }: Totals, dryRun: boolean): string => {
  const free = `${dryRun ? 'would free' : 'freed'} ${keys(freed.length)}`;
  if (inDoubt.length === 0) return `${free}\n`;
  const doubts = `${dryRun ? 'would put' : 'put'} ${keys(inDoubt.length)} back into doubt`;
  return `${free}\n${doubts}: an earlier request with such a key may have been done. List them with pasarela idempotency list --in-doubt\n`;
};

/** `pasarela idempotency forget-refusals`: frees the idempotency keys of requests that were refused during some time. */
export const forgetRefusalsCommand = async (
  { env, stdout, stderr }: CommandIo,
  options: Environment,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean },
): Promise<void> => {
  const now = systemClock();
  const from = decodedOrThrow(readSetting(options, '--since', optional(aPastMoment(now))));
  const to = decodedOrThrow(readSetting(options, '--until', withDefault(aPastMoment(now), now)));
  if (from === undefined) {
    throw new CommandProblem('--since is missing: pass the time of the first wrong refusal');
  }
  if (to < from) throw new CommandProblem('--until must not be earlier than --since');
  const config = decodedOrThrow(decodeConfig(env));
  await withStores(config, async ({ idempotencyStore: store }) => {
    const cipher = valueOrThrow(await idempotencyCipher(store, config.idempotency.secrets)());
    const totals = await forget(
      store,
      cipher,
      { from, to, dryRun },
      ({ at, client, key, code }, state) => {
        if (!json) {
          stdout.write(
            `${showMoment(at)} ${client} ${JSON.stringify(key)} ${code ?? '-'} ${states[state]}\n`,
          );
        }
      },
    );
    const { freed, inDoubt, unreadable } = totals;
    if (json) {
      const forgotten = { dry_run: dryRun, freed, in_doubt: inDoubt, unreadable };
      stdout.write(`${JSON.stringify(forgotten, null, 2)}\n`);
    } else stdout.write(summary(totals, dryRun));
    if (unreadable > 0) {
      stderr.write(
        `left ${keys(unreadable)} whose responses cannot be read, so they may be successes: add the secret that encrypted them to IDEMPOTENCY_SECRET\n`,
      );
    }
  });
};
