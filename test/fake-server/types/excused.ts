/** A reason for each of these, and for nothing else. */
export type Excused<Names extends string> = { readonly [Name in Names]: string };
