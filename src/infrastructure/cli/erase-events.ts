import * as E from 'fp-ts/lib/Either.js';
import { eraseCustomerEvents } from '../../application/use-cases/erase-events.js';
import { CustomerId } from '../../domain/ids.js';
import { decodeConfig } from '../config/config.js';
import { type Environment, readVariable } from '../config/environment.js';
import { decodeOrRefuse, describeEventFailure, StartUpProblem } from './failures.js';
import { withEventStore } from './with-stores.js';

/** `pasarela events erase`: drops the payloads of all events of the store that are about a customer. */
export const eraseEvents = async (env: Environment, options: Environment): Promise<void> => {
  const customer = readVariable(options, '--customer');
  if (!CustomerId.is(customer)) {
    throw new StartUpProblem('--customer must be the id of a customer, such as cus_...');
  }
  const config = decodeOrRefuse(decodeConfig(env));
  await withEventStore(config, async (eventStore) => {
    const outcome = await eraseCustomerEvents({ eventStore })(customer)();
    if (E.isLeft(outcome)) throw new StartUpProblem(describeEventFailure(outcome.left));
    process.stdout.write(`erased ${outcome.right}\n`);
  });
};
