import type { Fault } from './fault.js';
import type { PlannedFault } from './planned-fault.js';

/** What a fault has to know of a call. */
export type FaultTarget = {
  readonly name: string;
  readonly word: string | undefined;
  readonly charges: boolean;
};

/** Faults that wait for their calls, first come first served. */
export type FaultQueue = {
  readonly plan: (fault: PlannedFault) => void;
  /** The fault for this call, and how to strike it off. */
  readonly find: (
    target: FaultTarget,
  ) => { readonly fault: Fault; readonly use: () => void } | null;
  readonly dump: () => ReadonlyArray<PlannedFault>;
};

const hits = (planned: PlannedFault, { name, word, charges }: FaultTarget): boolean =>
  (planned.with !== 'processing' || charges) &&
  (planned.on === 'any' ||
    planned.on === name ||
    planned.on === word ||
    (planned.on === 'confirm' && charges));

/** A queue, empty or filled from a dump. */
export const createFaultQueue = (dump: ReadonlyArray<PlannedFault> = []): FaultQueue => {
  let queue = dump;
  return {
    plan: (fault) => {
      queue = [...queue, fault];
    },
    find: (target) => {
      const planned = queue.find((candidate) => hits(candidate, target));
      if (planned === undefined) return null;
      return {
        fault: planned.with,
        use: () => {
          queue = queue.flatMap((other) => {
            if (other !== planned) return [other];
            return other.times > 1 ? [{ ...other, times: other.times - 1 }] : [];
          });
        },
      };
    },
    dump: () => queue,
  };
};
