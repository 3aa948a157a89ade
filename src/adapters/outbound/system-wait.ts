import * as T from 'fp-ts/lib/Task.js';
import type { Sleep } from '../../application/ports/timers.js';

/** Lets the machine's time pass. */
export const systemWait: Sleep = (milliseconds) => T.delay(milliseconds)(T.of(undefined));
