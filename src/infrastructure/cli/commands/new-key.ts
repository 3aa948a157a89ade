import { createHash, randomBytes } from 'node:crypto';
import { isClientName } from '../../../adapters/inbound/http/access/client-entries.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem } from '../failures.js';

// The prefix shows people, and scanners for leaked secrets, what the key is.
const prefix = 'pasarela_';

/** `pasarela api-keys new`: makes an API key for a client, and prints it once with the entry to store, which has only its hash. */
export const newKeyCommand = (
  { stdout }: CommandIo,
  client: string,
  { json }: { readonly json: boolean },
): void => {
  if (!isClientName(client) || client === 'open') {
    throw new CommandProblem(
      'a client has a name of 1 to 40 lower-case letters, digits, ".", "_" or "-" that begins with a letter and is not "open"',
    );
  }
  const key = `${prefix}${randomBytes(32).toString('base64url')}`;
  const hashed = `sha256:${createHash('sha256').update(key).digest('hex')}`;
  stdout.write(
    json
      ? `${JSON.stringify({ client, key, stored: hashed }, null, 2)}\n`
      : [
          `The key of ${client}. It is shown only now: give it to the client.`,
          `  ${key}`,
          'Store its hash in API_KEYS:',
          `  ${client}:${hashed}`,
          `or among the keys of ${client} in API_KEYS_FILE:`,
          `  "${hashed}"`,
          '',
        ].join('\n'),
  );
};
