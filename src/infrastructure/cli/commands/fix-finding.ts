import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { systemClock } from '../../../adapters/outbound/system-time.js';
import { backfillEvents } from '../../../application/events/backfill-events.js';
import { isOtherUse } from '../../../application/idempotency/keyed-outcome.js';
import { ownerOf } from '../../../application/idempotency/store-owner.js';
import type { AuditEntry } from '../../../application/ports/audit-log.js';
import { silentLogger } from '../../../application/ports/logger.js';
import { silentTelemetry } from '../../../application/ports/telemetry.js';
import { ChargeId, PaymentIntentId, RefundId } from '../../../domain/ids.js';
import { objectFields } from '../../../domain/input/json.js';
import { amountText } from '../../../domain/money/amount-text.js';
import { MinorUnits } from '../../../domain/money/money.js';
import type { Charge } from '../../../domain/objects/charge.js';
import type { Refund } from '../../../domain/objects/refund.js';
import type { Repair } from '../../../domain/reconciliation/ledger-rule.js';
import { visible } from '../../../domain/text/visible.js';
import { openAuditLog } from '../../audit/open-audit-log.js';
import { type Config, decodeConfig } from '../../config/config.js';
import { loadProcessor, type ServiceProcessor } from '../../load-processor.js';
import { createLogger } from '../../logger.js';
import { reconciliationFilesIn } from '../../reconciliation/result-files.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, describeCallFailure, valueOrThrow } from '../failures.js';
import { findUnsettledKey } from '../find-unsettled-key.js';
import { refuseOtherAccount } from '../refuse-other-account.js';
import { withPayments } from '../with-payments.js';
import { withStores } from '../with-stores.js';
import { eventSourceOf, keepAsService } from './backfill-events.js';

const WrittenRepair: t.Type<Repair> = t.union([
  t.type({
    _tag: t.literal('RefundCharge'),
    charge: t.string,
    besides: t.string,
    amount: t.number,
    currency: t.string,
  }),
  t.type({ _tag: t.literal('ReleaseAuthorization'), payment: t.string }),
  t.type({ _tag: t.literal('StoreEvents'), payment: t.string, createdFrom: t.number }),
  t.type({ _tag: t.literal('SettleKey'), key: t.string, scope: t.string }),
]);

const WrittenFinding = t.type({
  id: t.string,
  message: t.string,
  advice: t.string,
  repair: t.union([t.null, WrittenRepair]),
});
type WrittenFinding = t.TypeOf<typeof WrittenFinding>;

const Report = t.intersection([
  t.type({ findings: t.array(WrittenFinding) }),
  t.partial({ account: t.union([t.string, t.null]) }),
]);

const findingIn = async (
  folder: string,
  id: string,
): Promise<{ readonly finding: WrittenFinding; readonly account: string | null }> => {
  const { json } = reconciliationFilesIn(folder);
  let report: unknown;
  try {
    report = JSON.parse(await readFile(json, 'utf8'));
  } catch (cause) {
    throw new CommandProblem(
      `the report ${json} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}. Run pasarela reconcile first, or name its folder with --from-report`,
    );
  }
  if (!Report.is(report)) throw new CommandProblem(`${json} is not a report of this version`);
  const found = report.findings.find((finding) => finding.id === id);
  if (found !== undefined) return { finding: found, account: report.account ?? null };
  throw new CommandProblem(`the report ${json} has no finding ${JSON.stringify(id)}`);
};

const planOf = (repair: Repair): string => {
  switch (repair._tag) {
    case 'RefundCharge':
      return `give back ${amountText(repair.amount, repair.currency)} of ${repair.charge}; ${repair.besides} stays`;
    case 'ReleaseAuthorization':
      return `cancel ${repair.payment}, so that the authorized amount goes back to the customer`;
    case 'StoreEvents':
      return `fetch the events of the day of ${repair.payment} from the processor and store those that are missing; the service then handles them`;
    case 'SettleKey':
      return `look up the outcome of the key ${JSON.stringify(repair.key)} and store it`;
  }
};

/** How a repair ended. `refused`: nothing was done, because the finding does not hold any more. */
type End = { readonly outcome: 'done' | 'refused'; readonly text: string };

const notDone = (text: string): End => ({ outcome: 'refused', text });

// A second call with it does nothing. After a day the processor forgets it, so each repair looks first.
const keyOf = ({ id }: WrittenFinding): string => `reconcile:${id}`.slice(0, 255);

const isDisputed = (charge: object): boolean => objectFields(charge)['disputed'] === true;

const failedRefundsOf = async (
  processor: ServiceProcessor,
  { id, payment_intent: payment }: Charge,
): Promise<number> => {
  const made = PaymentIntentId.is(payment)
    ? valueOrThrow(await processor.listRefunds({ payment_intent: payment, limit: 100 })()).data
    : [];
  return made.filter(
    ({ charge, status }) => charge === id && (status === 'failed' || status === 'canceled'),
  ).length;
};

/**
 * The key of the refund of one of two charges: whichever of them a report gives back, so that of two repairs at the same time one is
 * refused. It changes after a refund failed, since the processor would answer the old one with the refund that failed.
 */
const refundKeyOf = async (
  processor: ServiceProcessor,
  charges: readonly [Charge, Charge],
): Promise<string> => {
  const failed = await Promise.all(charges.map((one) => failedRefundsOf(processor, one)));
  const ids = charges.map(({ id }) => id).toSorted();
  return `reconcile:refund:${ids.join(':')}:${failed.reduce((sum, count) => sum + count)}`;
};

const refundedText = ({ id, status }: Refund, money: string): End => {
  switch (status) {
    case 'failed':
    case 'canceled':
      return notDone(`the refund ${id} of ${money} is ${status}`);
    case 'pending':
    case 'requires_action':
      return { outcome: 'done', text: `asked to give back ${money} (${id}), which is ${status}` };
    default:
      return { outcome: 'done', text: `gave back ${money} (${id})` };
  }
};

const refund = async (
  processor: ServiceProcessor,
  { charge, besides, amount, currency }: Extract<Repair, { readonly _tag: 'RefundCharge' }>,
): Promise<End> => {
  if (!ChargeId.is(charge) || !ChargeId.is(besides) || !MinorUnits.is(amount)) {
    throw new CommandProblem('the report was changed by hand');
  }
  const other = valueOrThrow(await processor.retrieveCharge({ charge: besides })());
  if (other.status !== 'succeeded' || (other.amount_refunded ?? 0) > 0) {
    return notDone(`${besides} was given back meanwhile, so ${charge} stays`);
  }
  const now = valueOrThrow(await processor.retrieveCharge({ charge })());
  if (now.status !== 'succeeded' || (now.amount_refunded ?? 0) > 0) {
    return notDone(`${charge} was given back already`);
  }
  const disputed = [other, now].find(isDisputed);
  if (disputed !== undefined) {
    return notDone(`${disputed.id} is disputed: the bank may give the money back, or has done so`);
  }
  const refunded = await processor.createRefund(
    { charge, amount, reason: 'duplicate' },
    { idempotencyKey: await refundKeyOf(processor, [other, now]) },
  )();
  if (E.isLeft(refunded) && isOtherUse(refunded.left)) {
    return notDone(`another repair gives ${besides} back, so ${charge} stays`);
  }
  const made = valueOrThrow(refunded);
  // The answer to a repeated key tells how the refund began.
  const seen = RefundId.is(made.id) ? await processor.retrieveRefund({ refund: made.id })() : null;
  const end = refundedText(
    seen !== null && E.isRight(seen) ? seen.right : made,
    amountText(amount, currency),
  );
  // The shop may have given the other charge back between the look and the refund.
  const after = await processor.retrieveCharge({ charge: besides })();
  if (end.outcome !== 'done' || (E.isRight(after) && (after.right.amount_refunded ?? 0) === 0)) {
    return end;
  }
  return {
    ...end,
    text: `${end.text}. ATTENTION: ${E.isRight(after) ? `${besides} was given back at the same time` : `whether ${besides} was given back too is not known`}: look whether the customer still pays for the order`,
  };
};

const release = async (
  processor: ServiceProcessor,
  finding: WrittenFinding,
  { payment }: Extract<Repair, { readonly _tag: 'ReleaseAuthorization' }>,
): Promise<End> => {
  if (!PaymentIntentId.is(payment) || /^(?:ch|py)_/.test(payment)) {
    return notDone(`${payment} is a charge without a payment intent: release it at the processor`);
  }
  const intent = valueOrThrow(await processor.retrievePaymentIntent({ payment_intent: payment })());
  if (intent.status !== 'requires_capture') return notDone(`${payment} is ${intent.status} by now`);
  valueOrThrow(
    await processor.cancelPaymentIntent(
      { payment_intent: payment },
      { idempotencyKey: keyOf(finding) },
    )(),
  );
  return { outcome: 'done', text: `released the authorization of ${payment}` };
};

const secondsADay = 24 * 60 * 60;

const storeEvents = async (
  config: Config,
  { createdFrom }: Extract<Repair, { readonly _tag: 'StoreEvents' }>,
): Promise<End> => {
  if (createdFrom < systemClock() - config.eventHandling.idDays * secondsADay) {
    throw new CommandProblem(
      'the payment is older than EVENT_ID_DAYS: its events might be handled twice',
    );
  }
  const eventSource = await eventSourceOf(config.processor);
  let stored = 0;
  await withStores(config, async ({ eventStore, idempotencyStore }) => {
    await refuseOtherAccount(config, idempotencyStore, { mayAccept: false });
    const outcome = await backfillEvents({
      eventSource,
      keepEvent: keepAsService(config, eventStore),
      onProgress: () => undefined,
      overlapSeconds: 0,
    })({ createdFrom, createdTo: createdFrom + secondsADay })();
    if (E.isLeft(outcome)) throw new CommandProblem(describeCallFailure(outcome.left.error));
    stored = outcome.right.stored;
  });
  return stored === 0
    ? notDone('the processor lists no event that is missing')
    : { outcome: 'done', text: `stored ${stored} missing events` };
};

const settleKey = async (
  config: Config,
  { key, scope }: Extract<Repair, { readonly _tag: 'SettleKey' }>,
): Promise<End> => {
  let end: End | undefined;
  await withPayments(config, async ({ stores: { idempotencyStore }, settle }) => {
    await refuseOtherAccount(config, idempotencyStore, { mayAccept: false });
    const found = await findUnsettledKey(idempotencyStore, key, scope);
    const settlement = await settle(found, 'command')();
    end =
      settlement._tag === 'Settled'
        ? { outcome: 'done', text: `settled the key ${JSON.stringify(key)}` }
        : notDone(`the key stays in doubt: pasarela idempotency settle says why`);
  });
  return end ?? notDone('the key was not looked up');
};

/** Throws a `CommandProblem` if a report was made of another account, or in its other mode. */
const refuseOtherReport = async (
  { processor: kind }: Config,
  account: string | null,
): Promise<void> => {
  if (account === null || kind.kind === 'memory') return;
  const create = await loadProcessor(kind);
  const processor = create(systemClock, '', silentLogger, silentTelemetry, {});
  const found = await processor.retrieveAccount?.();
  await processor.close?.();
  if (found === undefined || E.isLeft(found) || ownerOf(found.right) === account) return;
  throw new CommandProblem(
    `the report is about the account ${account}, and the key is of ${ownerOf(found.right)}: use the key of that account, or run pasarela reconcile again`,
  );
};

const repairNow = async (config: Config, finding: WrittenFinding, repair: Repair): Promise<End> => {
  if (repair._tag === 'StoreEvents') return storeEvents(config, repair);
  if (repair._tag === 'SettleKey') return settleKey(config, repair);
  if (config.processor.kind === 'memory') {
    throw new CommandProblem('only the service itself can change its in-memory processor');
  }
  const create = await loadProcessor(config.processor);
  const processor = create(systemClock, '', silentLogger, silentTelemetry, {});
  try {
    return repair._tag === 'RefundCharge'
      ? await refund(processor, repair)
      : await release(processor, finding, repair);
  } finally {
    await processor.close?.();
  }
};

const auditOf = (finding: WrittenFinding, repair: Repair): Omit<AuditEntry, 'outcome'> => ({
  operation: `reconcile.${repair._tag}`,
  client: 'command line',
  finding: finding.id,
  ...(repair._tag === 'RefundCharge'
    ? { charge: repair.charge, amount: repair.amount, currency: repair.currency }
    : {}),
  ...('payment' in repair ? { payment_intent: repair.payment } : {}),
});

// In milliseconds.
const auditPatience = 5000;

/**
 * `pasarela reconcile fix`: shows what can be done about a finding of the last report, and with `yes` does it. It looks at the processor
 * again first.
 */
export const fixFindingCommand = async (
  io: CommandIo,
  id: string,
  { yes, report }: { readonly yes: boolean; readonly report: string },
): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(io.env));
  const { finding, account } = await findingIn(report, id);
  const { repair } = finding;
  io.stdout.write(`${visible(finding.message)}\n`);
  if (repair === null) throw new CommandProblem(`only a person can repair this: ${finding.advice}`);
  if (!yes) {
    io.stdout.write(`would ${planOf(repair)}\nnothing was done: pass --yes to do it\n`);
    return;
  }
  await refuseOtherReport(config, account);
  const audit = await openAuditLog(config.auditTarget, createLogger(config.logLevel));
  const about = auditOf(finding, repair);
  try {
    const { outcome, text } = await repairNow(config, finding, repair);
    audit.record?.({ ...about, operation: String(about['operation']), outcome });
    io.stdout.write(outcome === 'done' ? `${text}\n` : `nothing was done: ${text}\n`);
  } catch (error) {
    audit.record?.({ ...about, operation: String(about['operation']), outcome: 'unknown' });
    throw error;
  } finally {
    await audit.close(auditPatience);
  }
};
