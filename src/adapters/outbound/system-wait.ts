import * as T from 'fp-ts/lib/Task.js';
import type { Wait } from '../../application/ports/wait.js';

/** Lets the machine's time pass. */
export const systemWait: Wait = (milliseconds) => T.delay(milliseconds)(T.of(undefined));
