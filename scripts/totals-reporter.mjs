import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's `spec` reporter, which also appends its totals as one JSON line to the file TEST_TOTALS. */
export default class TotalsReporter extends Mocha.reporters.Spec {
  done(failures, exit) {
    const file = process.env.TEST_TOTALS;
    const { passes, failures: failed } = this.stats;
    if (file) appendFileSync(file, `${JSON.stringify({ passed: passes, failed })}\n`);
    exit(failures);
  }
}
