import { createChallengeRouter } from '../../adapters/inbound/http/koa/processor/challenge-router.js';
import { createProcessorRouter } from '../../adapters/inbound/http/koa/processor/processor-router.js';
import type { ErrorAnswers } from '../../adapters/inbound/http/koa/send.js';
import type { Config } from '../config/config.js';
import type { ServiceProcessor } from '../service-processor.js';
import type { Stores } from '../stores/stores.js';

type Router = ReturnType<typeof createProcessorRouter>;

/** The routes under `/_processor`, when the processor can be told what happens; else none. */
export const controlRouters = (
  { apiKeys, host }: Config,
  publicUrl: string,
  processor: ServiceProcessor,
  stores: Stores,
  errors: ErrorAnswers,
): ReadonlyArray<Router> => {
  const { controls } = processor;
  if (controls === undefined) return [];
  // A processor that starts over gives its ids once more: the inbox would take new events for known ones.
  const reset = (): void => {
    controls.reset();
    stores.clear();
  };
  return [
    createChallengeRouter({ processor, controls }),
    createProcessorRouter({ ...controls, reset }, { apiKeys, host, publicUrl, ...errors }),
  ];
};
