import { constants, open } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type ApiClient, isHashed } from '../../adapters/inbound/http/access/clients.js';
import { parseClientsFile } from '../../adapters/inbound/http/access/clients-file.js';
import type { ClientsFile } from '../config/secrets.js';

/** The content of `API_KEYS_FILE`. */
type ReadClients = {
  readonly clients: ReadonlyArray<ApiClient>;
  readonly text: string;
  /** About the rights of the file, one sentence each. */
  readonly warnings: ReadonlyArray<string>;
};

const largestFile = 10_000_000;

// In the mode of a file on POSIX: what everyone may do, and what the group or everyone may.
const readByAll = 0o004;
const writtenByOthers = 0o022;

const warningsOf = (clients: ReadonlyArray<ApiClient>, mode: number): ReadonlyArray<string> => {
  // There the mode says nothing about rights.
  if (process.platform === 'win32') return [];
  const hasPlainKeys = clients.some(({ keys }) => !keys.every(isHashed));
  return [
    ...((mode & writtenByOthers) === 0
      ? []
      : [
          'other users of this machine may add clients to API_KEYS_FILE: take the right to write it from them (chmod go-w)',
        ]),
    ...(hasPlainKeys && (mode & readByAll) !== 0
      ? [
          'every user of this machine may read API_KEYS_FILE, which has keys in plain text: take the right to read it from them (chmod o-r), or store the keys as sha256:...',
        ]
      : []),
  ];
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';

/** Reads `API_KEYS_FILE`, or says everything that is wrong with it, without a value of it. */
export const readClientsFile = async ({
  path,
  shortestKey,
}: ClientsFile): Promise<E.Either<ReadonlyArray<string>, ReadClients>> => {
  try {
    // Opening a pipe without a writer would wait for ever.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      // A device may have no end.
      if (!stats.isFile()) return E.left(['it is not a regular file']);
      const { size, mode } = stats;
      if (size > largestFile) return E.left(['it is larger than 10 MB']);
      const text = await file.readFile('utf8');
      const clients = parseClientsFile(text, shortestKey);
      return E.isLeft(clients)
        ? clients
        : E.right({ clients: clients.right, text, warnings: warningsOf(clients.right, mode) });
    } finally {
      await file.close();
    }
  } catch (error) {
    return E.left([`it cannot be read${codeOf(error)}`]);
  }
};
