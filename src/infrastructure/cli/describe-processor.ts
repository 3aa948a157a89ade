import { isLiveKey } from '../config/is-live-key.js';
import type { ProcessorConfig } from '../config/processor-config.js';

/** The processor in the words of the line that says that the service is ready: never with its key. */
export const describeProcessor = (processor: ProcessorConfig): string => {
  if (processor.kind === 'memory') return 'memory';
  const { secretKey, baseUrl } = processor;
  const key = isLiveKey(secretKey) ? 'live key' : 'test key';
  return `stripe (${key})${baseUrl === undefined ? '' : ` at ${baseUrl}`}`;
};
