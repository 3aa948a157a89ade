import { eraseCustomerEvents } from '../../../application/use-cases/erase-events.js';
import { CustomerId } from '../../../domain/ids.js';
import { decodeConfig } from '../../config/config.js';
import { type Environment, readVariable } from '../../config/environment.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, valueOrThrow } from '../failures.js';
import { withEventStore } from '../with-stores.js';

/** `pasarela events erase`: erases the payloads of all stored events about a customer. */
export const eraseEventsCommand = async (
  { env, stdout }: CommandIo,
  options: Environment,
): Promise<void> => {
  const customer = readVariable(options, '--customer');
  if (!CustomerId.is(customer)) {
    throw new CommandProblem('--customer must be the id of a customer, such as cus_...');
  }
  const config = decodedOrThrow(decodeConfig(env));
  await withEventStore(config, async (eventStore) => {
    const erased = valueOrThrow(await eraseCustomerEvents({ eventStore })(customer)());
    stdout.write(`erased ${erased}\n`);
  });
};
