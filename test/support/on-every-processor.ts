import { inMemory } from './in-memory.js';
import { overStripe } from './over-stripe.js';
import type { ServiceSettings, TestService } from './start-service.js';
import { useService } from './use-service.js';

const setUps = [inMemory, overStripe];

/** The same suite once for every processor that the service runs on. */
export const onEveryProcessor = (
  title: string,
  settings: ServiceSettings,
  suite: (service: Omit<TestService, 'close'>) => void,
): void => {
  for (const setUp of setUps) {
    describe(`${title} (${setUp.name})`, () => suite(useService(settings, setUp)));
  }
};
