/** Reads a field that the library's types do not name, by its path: `next_action.redirect_to_url.url`. */
export const fieldOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
      value,
    );
