import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const isFunction = (value: unknown): value is () => void => typeof value === 'function';

const exposedGc = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  return isFunction(gc) ? gc : () => undefined;
};

export const collectGarbage = exposedGc();
