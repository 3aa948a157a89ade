import * as O from 'fp-ts/lib/Option.js';
import { EventId } from '../../../domain/ids.js';
import { decodeConfig } from '../../config/config.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, valueOrThrow } from '../failures.js';
import { withEventStore } from '../with-stores.js';

/** `pasarela events show`: prints a stored event and its tries as JSON. */
export const showEventCommand = async ({ env, stdout }: CommandIo, id: string): Promise<void> => {
  const config = decodedOrThrow(decodeConfig(env));
  await withEventStore(config, async (events) => {
    const found = EventId.is(id) ? valueOrThrow(await events.find(id)()) : O.none;
    if (O.isNone(found)) {
      throw new CommandProblem(
        `event ${id} is not in the store: pasarela events list shows the stored events`,
      );
    }
    stdout.write(`${JSON.stringify(found.value, null, 2)}\n`);
  });
};
