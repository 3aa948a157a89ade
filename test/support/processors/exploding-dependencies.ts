import * as TE from 'fp-ts/lib/TaskEither.js';
import { mapTable } from '../../../src/application/map-table.js';
import {
  type EventStore,
  eventStoreFunctions,
} from '../../../src/application/ports/event-store.js';
import {
  type PaymentProcessor,
  processorFunctions,
} from '../../../src/application/ports/payment-processor.js';
import { silentTelemetry } from '../../../src/application/ports/telemetry.js';
import type { Dependencies } from '../../../src/application/use-cases.js';
import { withoutCeilings } from './without-ceilings.js';

const explode = (name: string) => (): never => {
  throw new Error(`${name} must not be called here`);
};

const unavailable = {
  _tag: 'StoreUnavailable' as const,
  cause: new Error('this test has no cipher'),
};

/** Dependencies of the use cases that throw when called. A test replaces those that it uses. */
export const explodingDependencies: Dependencies = {
  ...mapTable<PaymentProcessor>(processorFunctions, (_facts, name) => explode(name)),
  ...withoutCeilings,
  webhooks: { receive: explode('receive') },
  eventStore: mapTable<EventStore>(eventStoreFunctions, (_true, name) => explode(name)),
  keys: {
    store: { unsettled: explode('unsettled') },
    cipher: TE.left(unavailable),
    digest: explode('digest'),
  },
  whyIgnored: explode('whyIgnored'),
  clock: explode('clock'),
  telemetry: silentTelemetry,
  confirmationMethod: 'manual',
  currencies: ['eur'],
};
