/** The outcome of a search. */
export type SearchOutcome<A> =
  | { readonly _tag: 'Found'; readonly value: A }
  /** Everything was read that could show it, and it is not there. */
  | { readonly _tag: 'Absent' }
  /** Nothing was found, but not everything could be read. */
  | { readonly _tag: 'Uncertain' };

const found = <A>(value: A): SearchOutcome<A> => ({ _tag: 'Found', value });

const absent: SearchOutcome<never> = { _tag: 'Absent' };

const uncertain: SearchOutcome<never> = { _tag: 'Uncertain' };

const map =
  <A, B>(change: (value: A) => B) =>
  (outcome: SearchOutcome<A>): SearchOutcome<B> =>
    outcome._tag === 'Found' ? found(change(outcome.value)) : outcome;

/** Makes outcomes of searches. */
export const searched = { found, absent, uncertain, map };
