import { randomUUID } from 'node:crypto';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createIdempotencyCipher } from '../../../src/adapters/outbound/idempotency-cipher.js';
import type { AdviceDependencies } from '../../../src/application/idempotency/replay-advice.js';
import type { IdempotencyDependencies } from '../../../src/application/idempotency/run-idempotently.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import { sha256 } from '../../../src/infrastructure/idempotency/idempotency-settings.js';

/** The other dependencies of `runIdempotently`, besides store, clock and lease. They do nothing: no sleep, no renewal, no log. */
export const quietIdempotency: Omit<
  IdempotencyDependencies & AdviceDependencies,
  'store' | 'clock' | 'leaseSeconds'
> = {
  cipher: TE.right(createIdempotencyCipher(['a secret'])),
  digest: sha256,
  namespace: '',
  sleep: () => async () => {},
  setRepeating: () => () => () => {},
  report: () => () => {},
  releaseLater: () => () => {},
  reportAdvice: () => () => {},
  telemetry: silentTelemetry,
  newOwner: randomUUID,
  waitMs: 0,
  retentionSeconds: 30 * 24 * 60 * 60,
};
