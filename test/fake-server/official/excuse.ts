/** Something that a check complains about and that is meant to be so, with the reason. */
export type Excuse = { readonly complaint: string; readonly reason: string };
