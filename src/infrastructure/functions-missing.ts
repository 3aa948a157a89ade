/** The functions that something has not which it should have, a sentence each; `undefined` lacks none. */
export const functionsMissing = (
  of: string,
  record: unknown,
  wanted: object,
): ReadonlyArray<string> =>
  record === undefined
    ? []
    : Object.keys(wanted)
        .filter(
          (name) =>
            typeof record !== 'object' ||
            record === null ||
            typeof Reflect.get(record, name) !== 'function',
        )
        .map((name) => `${of} has no function ${name}`);
