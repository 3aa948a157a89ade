import type { Clock } from '../../../application/ports/clock.js';

/** The state of the clock as plain JSON, in seconds. */
export type ClockState = { readonly advanced: number; readonly latest: number };

/** The processor's clock: follows another clock, can be moved forward, and never goes back. Unix seconds. */
export type EngineClock = {
  readonly now: () => number;
  /** Moves forward; `seconds` is a non-negative integer. */
  readonly advance: (seconds: number) => void;
  /** Records that something happened now. Only this becomes part of `state`, reading the clock does not. */
  readonly mark: () => void;
  readonly state: () => ClockState;
};

/** A clock, new or continued from a saved state. */
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

const secondsADay = 86_400;

/** The beginning of the day, UTC, that many days after the day of a time. Unix seconds. */
export const midnightAfter = (now: number, days: number): number =>
  (Math.floor(now / secondsADay) + days) * secondsADay;
