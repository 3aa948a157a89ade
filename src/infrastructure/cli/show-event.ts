import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { EventId } from '../../domain/ids.js';
import { decodeConfig } from '../config/config.js';
import type { Environment } from '../config/environment.js';
import { decodeOrRefuse, describeEventFailure, StartUpProblem } from './failures.js';
import { withEventStore } from './with-stores.js';

/** `pasarela events show`: an event of the store with its tries, as JSON. */
export const showEvent = async (env: Environment, id: string): Promise<void> => {
  const config = decodeOrRefuse(decodeConfig(env));
  await withEventStore(config, async (events) => {
    const found = EventId.is(id) ? await events.find(id)() : E.right(O.none);
    if (E.isLeft(found)) throw new StartUpProblem(describeEventFailure(found.left));
    if (O.isNone(found.right)) throw new StartUpProblem(`there is no event ${id} in the store`);
    process.stdout.write(`${JSON.stringify(found.right.value, null, 2)}\n`);
  });
};
