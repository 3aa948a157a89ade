import {
  inMemory,
  inMemoryByFetch,
  inMemoryInApp,
  inMemoryOnKoa,
  inMemoryOnPlainServer,
  overStripe,
} from './set-ups.js';
import { type ServiceSettings, startTestService, type TestService } from './start-service.js';

/** A service for a suite: started before it, closed after it. */
export const useService = (
  settings: ServiceSettings = {},
  setUp = inMemory,
): Omit<TestService, 'close'> => {
  const started: Array<TestService> = [];
  const running = (): TestService => {
    const [service] = started;
    if (service === undefined) throw new Error('use the service only inside tests and hooks');
    return service;
  };
  before(async () => {
    started.push(await startTestService(settings, setUp));
  });
  after(async () => {
    await running().close();
  });
  return {
    call: (...request) => running().call(...request),
    logged: () => running().logged(),
    controls: {
      challenge: (...told) => running().controls.challenge(...told),
      completeCheckout: (...told) => running().controls.completeCheckout(...told),
      confirmationToken: (...told) => running().controls.confirmationToken(...told),
      payOut: () => running().controls.payOut(),
      failNext: (...told) => running().controls.failNext(...told),
    },
    get address() {
      return running().address;
    },
    get processor() {
      return running().processor;
    },
    get processorAddress() {
      return running().processorAddress;
    },
    get eventStore() {
      return running().eventStore;
    },
    get findingStore() {
      return running().findingStore;
    },
  };
};

const processors = [inMemory, overStripe];

type Suite = (service: Omit<TestService, 'close'>) => void;

const onEach =
  (setUps: typeof processors) =>
  (title: string, settings: ServiceSettings, suite: Suite): void => {
    for (const setUp of setUps) {
      describe(`${title} (${setUp.name})`, () => suite(useService(settings, setUp)));
    }
  };

/** Runs a suite about the service once for each kind of processor. */
export const onEveryProcessor = onEach(processors);

const onServers = [...processors, inMemoryOnPlainServer];

/** Runs a suite about the bytes of requests, which frameworks see before us, once for each server of ours. */
export const onEveryServer = onEach(onServers);

/**
 * Runs a suite about the interface once for each kind of processor, and once with the router of `pasarela/koa`. The service is the
 * application of `pasarela/koa`.
 */
export const onService = onEach([...processors, inMemoryOnKoa]);

/** Runs a suite about what bindings convert, once for each kind of processor and once for each other binding. */
export const onEveryBinding = onEach([...onServers, inMemoryInApp, inMemoryOnKoa, inMemoryByFetch]);
