import type { Clock } from '../../../../../application/ports/clock.js';

/** Where the processor's time stands, as plain JSON. Seconds. */
export type ClockState = { readonly advanced: number; readonly latest: number };

/** The processor's time: another clock, moved forward at will, that never goes back. Unix seconds. */
export type EngineClock = {
  readonly now: () => number;
  /** Moves forward by a whole number of seconds from 0. */
  readonly advance: (seconds: number) => void;
  /** Notes that something happened now: only that is part of the state, looking at the clock is not. */
  readonly mark: () => void;
  readonly state: () => ClockState;
};

/** A clock that goes on from where it stood; from the start when nothing is given. */
export const createEngineClock = (
  source: Clock,
  from: ClockState = { advanced: 0, latest: 0 },
): EngineClock => {
  let { advanced, latest } = from;
  let marked = latest;
  return {
    now: () => {
      latest = Math.max(latest, Math.floor(source()) + advanced);
      return latest;
    },
    advance: (seconds) => {
      advanced += seconds;
    },
    mark: () => {
      marked = latest;
    },
    state: () => ({ advanced, latest: marked }),
  };
};
