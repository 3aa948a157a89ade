/** What came of a try: the status of the answer, or why there is none. */
export type Outcome = { readonly status: number | null; readonly error: string | null };
