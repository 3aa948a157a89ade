/** A map whose entries stand on those of a base. */
export type LayeredMap<V extends number | object> = {
  readonly get: (key: string) => V | undefined;
  readonly set: (key: string, value: V) => void;
  readonly delete: (key: string) => void;
  /** Whether the value that is under a key was set here, and not in the base. */
  readonly owns: (key: string) => boolean;
  /** A map that stands on this one. This one must not change any more. */
  readonly fork: () => LayeredMap<V>;
};

/** An empty map. With a base, it begins with the entries of the base; it shares them, and does not change them. */
export const createLayeredMap = <V extends number | object>(
  base?: Pick<LayeredMap<V>, 'get'>,
): LayeredMap<V> => {
  // `null`: deleted here, but not in the base.
  const own = new Map<string, V | null>();
  const get = (key: string): V | undefined => {
    const value = own.get(key);
    return value === undefined ? base?.get(key) : (value ?? undefined);
  };
  return {
    get,
    set: (key, value) => {
      own.set(key, value);
    },
    delete: (key) => {
      if (base?.get(key) === undefined) own.delete(key);
      else own.set(key, null);
    },
    owns: (key) => own.has(key),
    fork: () => createLayeredMap({ get }),
  };
};
