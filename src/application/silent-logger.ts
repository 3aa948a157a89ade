import type { Logger } from './ports/logger.js';

/** Says nothing. */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
