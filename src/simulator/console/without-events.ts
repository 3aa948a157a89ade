import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ConsoleAccount } from './console-desk.js';
import type { RequestLog } from './request-log.js';

/** An account as it is shown to a client that may not read events: without them, their way to webhooks, doubts and findings. */
export const accountWithoutEvents = (account: ConsoleAccount): ConsoleAccount => ({
  ...account,
  doubts: undefined,
  findings: undefined,
  find: (id) => (id.startsWith('evt_') ? null : account.find(id)),
  eventsOf: () => [],
  webhooks: { ...account.webhooks, list: () => TE.right([]) },
});

// Paths match in any letter case.
const aboutEvents = /^\/api\/(events|doubts|webhooks)|\/act\/resend\/?$/i;

/** A log without the requests about events, webhooks or doubts. */
export const logWithoutEvents = (log: RequestLog): RequestLog => ({
  ...log,
  all: () => log.all().filter(({ path }) => !aboutEvents.test(path)),
});
