/** The time now, as Unix seconds. */
export type Clock = () => number;
