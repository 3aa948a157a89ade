/**
 * The same function, which remembers its results for the texts that come again and again: at most so many, then it forgets all of
 * them. `isWorth`: whether a result is remembered.
 */
export const remembering = <A extends object | string>(
  most: number,
  make: (text: string) => A,
  isWorth: (made: A) => boolean = () => true,
): ((text: string) => A) => {
  const known = new Map<string, A>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size >= most) known.clear();
    if (isWorth(made)) known.set(text, made);
    return made;
  };
};
