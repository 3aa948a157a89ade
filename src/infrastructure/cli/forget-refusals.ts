import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { systemClock } from '../../adapters/outbound/system-time.js';
import { clientOf } from '../../application/doubts/unsettled-keys.js';
import { openAnswer } from '../../application/idempotency/keyed-outcome.js';
import type { IdempotencyCipher } from '../../application/ports/idempotency-cipher.js';
import type { IdempotencyStore, RefusedKey } from '../../application/ports/idempotency-store.js';
import { paymentErrorCode } from '../../domain/payment-error-code.js';
import { decodeConfig } from '../config/config.js';
import type { Environment } from '../config/environment.js';
import { idempotencyCipher } from '../idempotency/idempotency-settings.js';
import type { CommandIo } from './command-io.js';
import { CommandProblem, decodedOrThrow, valueOrThrow } from './failures.js';
import { decodePastMoment, showMoment } from './time-options.js';
import { withStores } from './with-stores.js';

const pageSize = 500;

/** The end of one key: freed with the code of its refusal, left because it has a success, or left because it cannot be read. */
type End =
  | { readonly _tag: 'Freed'; readonly code: string | null }
  | { readonly _tag: 'Success' }
  | { readonly _tag: 'Unreadable' };

const endOf = (cipher: IdempotencyCipher, { answer, refused }: RefusedKey): End => {
  const outcome = openAnswer(cipher, answer);
  if (O.isNone(outcome)) {
    return refused === true ? { _tag: 'Freed', code: null } : { _tag: 'Unreadable' };
  }
  return E.isRight(outcome.value)
    ? { _tag: 'Success' }
    : { _tag: 'Freed', code: paymentErrorCode(outcome.value.left) };
};

type Freed = {
  readonly at: number;
  readonly client: string;
  readonly key: string;
  readonly code: string | null;
};

type Totals = { readonly freed: ReadonlyArray<Freed>; readonly unreadable: number };

type Selection = { readonly from: number; readonly to: number; readonly dryRun: boolean };

const forget = async (
  store: IdempotencyStore,
  cipher: IdempotencyCipher,
  { from, to, dryRun }: Selection,
  onFreed: (freed: Freed) => void,
): Promise<Totals> => {
  const freed: Array<Freed> = [];
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
      if (end._tag !== 'Freed') continue;
      if (dryRun || valueOrThrow(await store.forgetRefusal(refusal)())) {
        const { at, scope, key } = refusal;
        const one = { at, client: clientOf(scope), key, code: end.code };
        freed.push(one);
        onFreed(one);
      }
    }
    after = page.at(-1);
    if (after === undefined || page.length < pageSize) return { freed, unreadable };
  }
};

const keys = (count: number): string => (count === 1 ? '1 key' : `${count} keys`);

/** `pasarela keys forget-refusals`: frees the idempotency keys of requests that were refused during some time. */
export const forgetRefusalsCommand = async (
  { env, stdout, stderr }: CommandIo,
  options: Environment,
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean },
): Promise<void> => {
  const now = systemClock();
  const from = decodedOrThrow(decodePastMoment(options, '--since', now));
  const to = decodedOrThrow(decodePastMoment(options, '--until', now)) ?? now;
  if (from === undefined) {
    throw new CommandProblem('--since is missing: pass the time of the first wrong refusal');
  }
  if (to < from) throw new CommandProblem('--until must not be earlier than --since');
  const config = decodedOrThrow(decodeConfig(env));
  await withStores(config, async ({ idempotencyStore: store }) => {
    const cipher = valueOrThrow(await idempotencyCipher(store, config.idempotency.secrets)());
    const { freed, unreadable } = await forget(
      store,
      cipher,
      { from, to, dryRun },
      ({ at, client, key, code }) => {
        if (!json) {
          stdout.write(`${showMoment(at)} ${client} ${JSON.stringify(key)} ${code ?? '-'}\n`);
        }
      },
    );
    if (json) {
      stdout.write(`${JSON.stringify({ dry_run: dryRun, freed, unreadable }, null, 2)}\n`);
    } else stdout.write(`${dryRun ? 'would free' : 'freed'} ${keys(freed.length)}\n`);
    if (unreadable > 0) {
      stderr.write(
        `left ${keys(unreadable)} whose responses cannot be read, so they may be successes: add the secret that encrypted them to IDEMPOTENCY_SECRET\n`,
      );
    }
  });
};
