import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { keepLease } from '../../application/keep-lease.js';
import type { Clock } from '../../application/ports/clock.js';
import type { FindingStore, WatchedFinding } from '../../application/ports/finding-store.js';
import type { Logger } from '../../application/ports/logger.js';
import type { SetRepeating } from '../../application/ports/timers.js';

/** Compares all sides of a time. Rejects if it cannot. `signal`: the service stops. */
export type FindAll = (
  time: { readonly from: number; readonly to: number },
  /** Where temporary files may be. */
  folder: string,
  signal: AbortSignal,
) => Promise<ReadonlyArray<WatchedFinding>>;

type Parts = {
  readonly findAll: FindAll;
  readonly findings: Pick<FindingStore, 'takeRun' | 'holdRun' | 'keep' | 'noteFailure'>;
  /** Names this instance. */
  readonly owner: string;
  readonly minutes: number;
  readonly days: number;
  readonly clock: Clock;
  readonly setRepeating: SetRepeating;
  readonly logger: Logger;
  /** Milliseconds between two looks whether a run is due. */
  readonly pauseMs?: number;
};

// In seconds. An instance that ends without a word is replaced after it.
const leaseSeconds = 120;

const day = 24 * 60 * 60;

// Of a first run, or after a mistake in the orders.
const mostLogged = 50;

/**
 * Reconciles the last days again and again, on one instance at a time, until it is stopped. `stop` resolves when the current run has
 * ended, which it does before its next call.
 */
export const startWatch = ({
  findAll,
  findings,
  owner,
  minutes,
  days,
  clock,
  setRepeating,
  logger,
  pauseMs = 30_000,
}: Parts): { readonly stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const every = minutes * 60;

  const report = (found: ReadonlyArray<WatchedFinding>, fresh: ReadonlyArray<string>): void => {
    const ids = new Set(fresh);
    const news = found.filter(({ id }) => ids.has(id));
    for (const { id, rule, severity, message } of news.slice(0, mostLogged)) {
      const fields = { finding: id, rule, facts: message };
      if (severity === 'error') logger.warn('the reconciliation found something new', fields);
      else logger.info('the reconciliation noticed something new', fields);
    }
    if (news.length > mostLogged) {
      logger.warn('the reconciliation found more than is logged', {
        findings: news.length - mostLogged,
      });
    }
  };

  const reconcile = async (): Promise<void> => {
    const at = clock();
    const from = at - days * day;
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-reconcile-'));
    try {
      const found = await findAll({ from, to: at }, folder, signal);
      const kept = await findings.keep(found, { from, at })();
      if (E.isLeft(kept)) throw new Error('the store is unavailable', { cause: kept.left.cause });
      report(found, kept.right);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const reconcileOrReport = async (): Promise<void> => {
    try {
      await reconcile();
    } catch (cause) {
      if (signal.aborted) return;
      logger.error('could not reconcile; it will be tried again', { cause });
      await findings.noteFailure(clock())();
    }
  };

  const runWhenDue = async (): Promise<void> => {
    const longest = Math.max(every, leaseSeconds);
    const startedAt = clock();
    const taken = await findings.takeRun({ owner, seconds: leaseSeconds, longest }, startedAt)();
    if (E.isLeft(taken) || !taken.right) return;
    await keepLease({ setRepeating, clock, leaseSeconds })((until, now) =>
      findings.holdRun(owner, until - now, now),
    )(reconcileOrReport)();
    const endedAt = clock();
    // A run that was cut short is left to another instance.
    const next = signal.aborted ? 0 : Math.max(every - (endedAt - startedAt), leaseSeconds);
    await findings.holdRun(owner, next, endedAt)();
  };

  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await runWhenDue();
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };

  const running = loop();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};
