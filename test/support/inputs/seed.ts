/** The seed of every property test; fast-check prints it with a counterexample. */
export const seed = 20_261_121;
