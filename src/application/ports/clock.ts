/** The current time in Unix seconds. */
export type Clock = () => number;
