const isSet = <A>(given: A | ''): given is Exclude<A, ''> => given !== '';

/** What a field holds after a change: what is given, `null` for an empty text, and where nothing is given as before. */
export const setOrUnset = <A, B>(
  given: A | '' | undefined,
  before: B,
): Exclude<A, ''> | B | null => {
  if (given === undefined) return before;
  return isSet(given) ? given : null;
};
