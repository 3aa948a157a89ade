import { seed } from '../support/inputs/seed.js';

/**
 * What the tests of this folder draw by lot follows from it: when which instance is killed, which answers are lost, and
 * the order of deliveries. How far the service is at that moment does not.
 */
export const chaosSeed = process.env['SEED'] ?? String(seed);
