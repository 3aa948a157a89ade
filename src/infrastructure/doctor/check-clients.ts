import * as E from 'fp-ts/lib/Either.js';
import { clientsOf } from '../../adapters/inbound/http/access/api-keys.js';
import { createClients } from '../../adapters/inbound/http/access/clients.js';
import { checkGoneClients } from '../clients/gone-clients.js';
import { readClientsFile } from '../clients/read-clients-file.js';
import type { Config } from '../config/config.js';
import { type Finding, findingsOf } from './finding.js';
import { lookIntoStore } from './look-into-store.js';

const { ok, warning, error } = findingsOf('clients');

type Asked = Pick<Config, 'apiKeys' | 'apiKeysFile' | 'retiredClients' | 'store'>;

const readClients = async ({ apiKeys, apiKeysFile }: Asked) =>
  apiKeysFile === undefined
    ? E.right({ clients: clientsOf(apiKeys), warnings: [] })
    : readClientsFile(apiKeysFile);

/** Whether the file of clients can be used, and whether all clients that have keys in the store may still call. Changes nothing. */
export const checkClients = async (config: Asked): Promise<ReadonlyArray<Finding>> => {
  const read = await readClients(config);
  if (E.isLeft(read)) return read.left.map((problem) => error(`API_KEYS_FILE: ${problem}`));
  const clients = createClients(read.right.clients);
  const gone = await lookIntoStore(config.store, async (keys) => {
    const found = await checkGoneClients(keys, clients, config)();
    // It has no schema yet, or that of an earlier version: the check of the store says so.
    if (E.isLeft(found)) return [];
    const { warning: quiet, problem: doubtful } = found.right;
    if (quiet === undefined && doubtful === undefined) {
      return [ok('every client that has keys in the store may call, or is retired')];
    }
    return [
      ...(doubtful === undefined ? [] : [error(doubtful)]),
      ...(quiet === undefined ? [] : [warning(quiet)]),
    ];
  });
  return [...read.right.warnings.map((text) => warning(text)), ...gone];
};
