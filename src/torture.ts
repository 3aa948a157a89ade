/** The package's entry `pasarela/torture`: a crash-and-doubt test for the checkout of any shop. */

export type { ShopOrder } from './domain/reconciliation/shop-order.js';
export type { JournalEntry } from './torture/journal/journal.js';
export type { OrderFinding } from './torture/judge/finding.js';
export type { Ledgers } from './torture/judge/ledger.js';
export type {
  CustomerCard,
  Driver,
  DriverContext,
  OrderToPay,
  PayAnswer,
  RefundAnswer,
  RefundToMake,
} from './torture/options/driver.js';
export { loadConfiguration } from './torture/options/load-configuration.js';
export type {
  ProgramOptions,
  SettleOptions,
  ShopOptions,
  TortureOptions,
} from './torture/options/torture-options.js';
export { TortureProblem } from './torture/options/torture-problem.js';
export type { Incident, IncidentKind } from './torture/plan/incident.js';
export type { Plan } from './torture/plan/plan.js';
export type { PlanOptions } from './torture/plan/plan-options.js';
export { certificateFileText, readCertificate } from './torture/report/certificate-file.js';
export { describeTorture } from './torture/report/text-report.js';
export { type ReportFiles, writeReports } from './torture/report/write-reports.js';
export type { Certificate, MarkedCell } from './torture/result/certificate.js';
export type { TortureProgress } from './torture/result/torture-progress.js';
export type {
  BrokenRule,
  PhaseRun,
  SmallestPlan,
  TortureResult,
} from './torture/result/torture-result.js';
export type { TortureWatch } from './torture/result/torture-watch.js';
export type { RunResult } from './torture/run/run-result.js';
export { runTorture, TortureFailure, torture } from './torture/torture.js';
