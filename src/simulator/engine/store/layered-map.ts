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

// A map that has to grow copies all of its entries: at four million that takes a second and a half. So the entries are
// spread over many maps, by the last characters of their keys, which are random in ids.
const shards = 128;

const shardOf = (key: string): number =>
  (key.charCodeAt(key.length - 1) + 31 * key.charCodeAt(key.length - 2)) % shards || 0;

/** An empty map. With a base, it begins with the entries of the base; it shares them, and does not change them. */
export const createLayeredMap = <V extends number | object>(
  base?: Pick<LayeredMap<V>, 'get'>,
): LayeredMap<V> => {
  // `null`: deleted here, but not in the base. Made when they are needed: most tables of most accounts never change.
  const own: Array<Map<string, V | null> | undefined> = [];
  const put = (key: string, value: V | null): void => {
    const shard = shardOf(key);
    const map = own[shard];
    if (map === undefined) own[shard] = new Map([[key, value]]);
    else map.set(key, value);
  };
  const get = (key: string): V | undefined => {
    const value = own[shardOf(key)]?.get(key);
    return value === undefined ? base?.get(key) : (value ?? undefined);
  };
  return {
    get,
    set: put,
    delete: (key) => {
      if (base?.get(key) === undefined) own[shardOf(key)]?.delete(key);
      else put(key, null);
    },
    owns: (key) => base === undefined || own[shardOf(key)]?.has(key) === true,
    fork: () => createLayeredMap({ get }),
  };
};
