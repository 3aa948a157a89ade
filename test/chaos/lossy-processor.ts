import {
  type LossyProxy,
  type Passing,
  startLossyProxy,
} from '../support/http/start-lossy-proxy.js';
import { drawnLosses } from './drawn-losses.js';

/** A processor of which some requests and some answers are lost. */
export type LossyProcessor = LossyProxy & {
  /** How many calls that change something came again under their keys. */
  readonly repeated: () => number;
  /** Of how many such calls the last attempt was lost: whoever was told what became of them was told by evidence. */
  readonly lastAttemptLost: () => number;
};

const nameOf = ({ method, url, headers }: Passing): string =>
  String(headers['idempotency-key'] ?? `${method} ${url}`);

/** Stands before the processor at this address. */
export const startLossyProcessor = async (target: string): Promise<LossyProcessor> => {
  const { request, answer } = drawnLosses(nameOf);
  const calls = new Map<string, { readonly attempts: number; readonly lost: boolean }>();
  const note = (passing: Passing, lost: boolean): boolean => {
    const { method, attempt: attempts } = passing;
    if (method === 'POST') calls.set(nameOf(passing), { attempts, lost });
    return lost;
  };
  const proxy = await startLossyProxy(target, {
    request: (passing) => note(passing, request(passing)),
    answer: (passing, status) => note(passing, answer(passing, status)),
  });
  const sum = (of: (call: { readonly attempts: number; readonly lost: boolean }) => number) =>
    [...calls.values()].reduce((total, call) => total + of(call), 0);
  return {
    ...proxy,
    repeated: () => sum(({ attempts }) => attempts - 1),
    lastAttemptLost: () => sum(({ lost }) => Number(lost)),
  };
};
