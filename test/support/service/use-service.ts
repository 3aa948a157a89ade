import { inMemory, overStripe } from './set-ups.js';
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
  };
};

const setUps = [inMemory, overStripe];

/** Runs a suite once for each kind of processor. */
export const onEveryProcessor = (
  title: string,
  settings: ServiceSettings,
  suite: (service: Omit<TestService, 'close'>) => void,
): void => {
  for (const setUp of setUps) {
    describe(`${title} (${setUp.name})`, () => suite(useService(settings, setUp)));
  }
};
