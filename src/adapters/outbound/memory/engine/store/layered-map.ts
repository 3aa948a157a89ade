/** A map whose entries stand on those of a base. */
export type LayeredMap<V extends number | object> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
  /** Whether the value under a key was set here, and not in the base. */
  readonly owns: (key: string) => boolean;
  /** A map that stands on this one. This one must not change any more. */
  readonly fork: () => LayeredMap<V>;
};

/** An empty map. With a base, it begins with the entries of the base; it shares them, and does not change them. */
export const createLayeredMap = <V extends number | object>(
  base?: Pick<LayeredMap<V>, 'get'>,
): LayeredMap<V> => {
  // `null`: deleted here, but not in the base. Made when it is needed: most tables of most accounts never change.
  let own: Map<string, V | null> | undefined;
  const put = (key: string, value: V | null): void => {
    own ??= new Map();
    own.set(key, value);
  };
  const get = (key: string): V | undefined => {
    const value = own?.get(key);
    return value === undefined ? base?.get(key) : (value ?? undefined);
  };
  return {
    get,
    set: put,
    delete: (key) => {
      if (base?.get(key) === undefined) own?.delete(key);
      else put(key, null);
    },
    owns: (key) => own?.has(key) ?? false,
    fork: () => createLayeredMap({ get }),
  };
};
