/** Something that is wrong about an order after everything has settled. */
export type OrderFinding = {
  /** Name of the rule: `charged_twice`. */
  readonly rule: string;
  /** Number of the order in the plan; `null`: it is about no order. */
  readonly order: number | null;
  /** One sentence with the facts: `two charges of 19.99 EUR (pi_1, pi_2) for one order`. */
  readonly message: string;
};
