import * as E from 'fp-ts/lib/Either.js';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import {
  clientOf,
  firstUnsettled,
  isAtWork,
  isOfClient,
} from '../../../application/doubts/unsettled-keys.js';
import type { DoubtSettlement, StaysInDoubt } from '../../../application/facade/settle-doubt.js';
import type { UnsettledKey } from '../../../application/ports/idempotency-store.js';
import { isObject } from '../../../domain/input/json.js';
import { describePaymentError } from '../../../domain/payment-error-facts.js';
import { decodeConfig } from '../../config/config.js';
import { type Environment, readVariable } from '../../config/environment.js';
import type { CommandIo } from '../command-io.js';
import {
  CommandProblem,
  decodedOrThrow,
  describeLookUpFailure,
  valueOrThrow,
} from '../failures.js';
import { describeKey, findUnsettledKey } from '../find-unsettled-key.js';
import { refuseOtherAccount } from '../refuse-other-account.js';
import { withPayments } from '../with-payments.js';

// More than that is an incident of its own: the command can run again.
const mostKeys = 10_000;

const whyItStays = (stays: StaysInDoubt): string => {
  switch (stays._tag) {
    case 'AtWork':
      return 'a request with it is running: wait for its response';
    case 'NoLookUp':
      return 'its request cannot be looked up, or an earlier version of Pasarela stored no summary of it: repeat the request, or use pasarela idempotency resolve';
    case 'Unreadable':
      return 'its summary cannot be read: add the secret of its time to IDEMPOTENCY_SECRET, repeat the request, or use pasarela idempotency resolve';
    case 'NoEvidence':
      return 'the processor shows no sign that it was done. That does not prove that it was not: find out, and use pasarela idempotency resolve';
    case 'Failed':
      return `it could not be looked up: ${describeLookUpFailure(stays.error)}`;
    case 'Taken':
      return 'another request took or completed it meanwhile';
  }
};

const idIn = (value: unknown): string | null => {
  const id: unknown = isObject(value) ? Reflect.get(value, 'id') : undefined;
  return typeof id === 'string' ? id : null;
};

/** The new state of a key, for programs. */
const reportOf = (key: UnsettledKey, settlement: DoubtSettlement) => {
  const about = {
    key: key.key,
    client: clientOf(key.scope),
    operation: key.firstSent?.operation ?? null,
  };
  if (settlement._tag !== 'Settled') {
    return { ...about, settled: false, why: settlement._tag, advice: whyItStays(settlement) };
  }
  const { outcome } = settlement;
  return E.isRight(outcome)
    ? { ...about, settled: true, result: idIn(outcome.right), error: null }
    : { ...about, settled: true, result: null, error: describePaymentError(outcome.left) };
};

const lineOf = (key: UnsettledKey, settlement: DoubtSettlement): string => {
  const name = describeKey(key);
  const operation = key.firstSent?.operation ?? 'unknown operation';
  if (settlement._tag !== 'Settled') {
    return `${name} stays in doubt (${operation}): ${whyItStays(settlement)}`;
  }
  const { outcome } = settlement;
  return E.isRight(outcome)
    ? `settled ${name}: ${operation} was done, and the next request with it gets ${idIn(outcome.right) ?? 'its result'}`
    : `settled ${name}: ${operation} was refused, and the next request with it gets that: ${describePaymentError(outcome.left)}`;
};

/**
 * `pasarela idempotency settle`: looks up the outcome of a key in doubt at the processor, or of all of them, and stores what it finds. It
 * changes nothing at the processor.
 */
export const settleKeysCommand = async (
  { env, stdout }: CommandIo,
  key: string | undefined,
  options: Environment,
  { all, json }: { readonly all: boolean; readonly json: boolean },
): Promise<void> => {
  if (all === (key !== undefined)) throw new CommandProblem('pass either a key, or --all');
  const config = decodedOrThrow(decodeConfig(env));
  await withPayments(config, async ({ stores: { idempotencyStore: store }, settle }) => {
    await refuseOtherAccount(config, store, { mayAccept: false });
    const now = systemClock();
    const client = readVariable(options, '--client');
    const isChosen = (one: UnsettledKey): boolean =>
      !isAtWork(one, now) && (client === undefined || isOfClient(one.scope, client));
    const keys =
      key === undefined
        ? valueOrThrow(await firstUnsettled(store)(mostKeys, isChosen)())
        : [await findUnsettledKey(store, key, client)];
    const reports: Array<ReturnType<typeof reportOf>> = [];
    for (const one of keys) {
      const settlement = await settle(one, 'command')();
      reports.push(reportOf(one, settlement));
      if (!json) stdout.write(`${lineOf(one, settlement)}\n`);
    }
    const settled = reports.filter((report) => report.settled).length;
    stdout.write(
      json
        ? `${JSON.stringify(reports, null, 2)}\n`
        : `settled ${settled} of ${keys.length} keys in doubt\n`,
    );
  });
};
