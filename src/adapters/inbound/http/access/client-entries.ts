import { type ApiClient, isKeyHash, keyHashOf } from './clients.js';

/** Describes the name of a client, for messages. */
export const aClientName =
  '1 to 40 lower-case letters, digits, ".", "_" or "-", and begins with a letter';

/** Whether a text can be the name of a client. */
export const isClientName = (text: string): boolean => /^[a-z][a-z0-9._-]{0,39}$/.test(text);

/** The problem of a key as it is written, without the key: `shortest` is the least length of one in plain text. */
export const keyProblem = (key: string, shortest: number): string | undefined => {
  const [mark = '', hash = ''] = key.split(':');
  if (mark.toLowerCase() === 'sha256') {
    return isKeyHash(hash.toLowerCase()) && key.length === mark.length + 1 + hash.length
      ? undefined
      : 'has "sha256:" without the 64 hexadecimal digits of the SHA-256 of a key';
  }
  return key.length < shortest
    ? `has a key of fewer than ${shortest} characters, too few for production: make one with pasarela api-keys new`
    : undefined;
};

/** A client with the place where it is configured, such as `entry 2`. */
export type ClientEntry = { readonly place: string; readonly client: ApiClient };

/** Contradictions between clients. Repeats no name and no key. `former`: where former names are written. */
export const conflictsOf = (
  entries: ReadonlyArray<ClientEntry>,
  former: string,
): ReadonlyArray<string> => {
  const byName = new Map<string, ClientEntry>();
  const byKey = new Map<string, ClientEntry>();
  const hashes = entries.map(({ client }) => client.keys.map(keyHashOf));
  for (const [index, entry] of entries.entries()) {
    const { name } = entry.client;
    if (name !== undefined && !byName.has(name)) byName.set(name, entry);
    for (const hash of hashes[index] ?? []) if (!byKey.has(hash)) byKey.set(hash, entry);
  }
  return entries.flatMap((entry, index) => {
    const { place, client } = entry;
    const { name, otherNames, otherKeyHashes } = client;
    const holder = (hashes[index] ?? [])
      .map((hash) => byKey.get(hash))
      .find((other) => other !== undefined && other.client.name !== name);
    const namesake = otherNames.map((other) => byName.get(other)).find(Boolean);
    const keeper = otherKeyHashes
      .map((hash) => byKey.get(hash))
      .find(
        (other) =>
          other !== undefined &&
          other !== entry &&
          (name === undefined || other.client.name !== name),
      );
    return [
      ...(holder === undefined
        ? []
        : [`${place} has the key of ${holder.place}, which belongs to another client`]),
      ...(namesake === undefined
        ? []
        : [
            `${place} has, ${former}, the name of the client of ${namesake.place}: give that client a new name`,
          ]),
      ...(keeper === undefined
        ? []
        : [
            `${place} has, ${former}, the SHA-256 of the key of ${keeper.place}, which belongs to another client`,
          ]),
    ];
  });
};
