type Sizes = {
  readonly payments: number;
  readonly events: number;
  /** The number of kills in each kill test. */
  readonly kills: number;
  /** The number of restarts in each test of rolling restarts. */
  readonly restarts: number;
  /** How many of the cases of rolling restarts are tried. */
  readonly rollingCases: number;
  /** How many clients pay, and how many processors send events, during the restarts. */
  readonly loadAtOnce: number;
  /** The number of times that the database stops and restarts. */
  readonly outages: number;
  /** The number of events that become due together. */
  readonly backlog: number;
};

/** The sizes of the chaos tests. `npm run test:chaos` runs them in full size. */
export const sizes: Sizes =
  process.env['CHAOS'] === 'full'
    ? {
        payments: 500,
        events: 2000,
        kills: 20,
        restarts: 20,
        rollingCases: 2,
        loadAtOnce: 4,
        outages: 3,
        backlog: 1_000_000,
      }
    : {
        payments: 40,
        events: 100,
        kills: 3,
        restarts: 1,
        rollingCases: 1,
        loadAtOnce: 1,
        outages: 1,
        backlog: 3000,
      };

/** The numbers from 0 to `count - 1`. */
export const numbersBelow = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, number) => number);
