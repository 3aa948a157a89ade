type Sizes = {
  readonly payments: number;
  readonly events: number;
  /** How often a service is killed in each kill test. */
  readonly kills: number;
  /** How often a store goes away and comes back. */
  readonly outages: number;
  /** How many events fall due together. */
  readonly backlog: number;
};

/** How large the tests of this folder are: `npm run test:chaos` asks for the full ones. */
export const sizes: Sizes =
  process.env['CHAOS'] === 'full'
    ? { payments: 500, events: 2000, kills: 20, outages: 3, backlog: 1_000_000 }
    : { payments: 40, events: 100, kills: 3, outages: 1, backlog: 3000 };
