import { withDefault } from '../../../application/checked-input.js';
import { nearestName } from '../../../domain/input/misspelt-names.js';
import { scenarios, shopAt, TriggerProblem } from '../../../simulator/client.js';
import { type Environment, readVariable } from '../../config/environment.js';
import { readSetting } from '../../config/settings.js';
import { aUrl } from '../../config/urls.js';
import { screenOf } from '../../terminal/screen.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow } from '../failures.js';

const names = Object.keys(scenarios);

const printList = ({ env, stdout }: CommandIo): void => {
  const screen = screenOf(stdout, env);
  const rows = Object.entries(scenarios).map(([name, { how, by }]) => [
    name,
    how,
    by?.methods.join(', ') ?? '',
  ]);
  stdout.write(
    screen.isTerminal
      ? renderTable(['EVENT', 'THE SHOP', '--method'], rows, screen)
      : names.map((name) => `${name}\n`).join(''),
  );
};

const scenarioOf = (event: string | undefined) => {
  const scenario =
    event !== undefined && Object.hasOwn(scenarios, event) ? scenarios[event] : undefined;
  if (event !== undefined && scenario !== undefined) return { event, ...scenario };
  const near = event === undefined ? null : nearestName(names)(event);
  const meant = near === null ? '.' : `: did you mean ${near}?`;
  throw new CommandProblem(
    event === undefined
      ? 'pass an event, such as payment_intent.succeeded; pasarela trigger --list shows them'
      : `${event} cannot be triggered${meant} pasarela trigger --list shows the events that can`,
  );
};

/** The calls that cause the event, by a payment method if one is named. */
const playOf = (
  event: string,
  { play, by }: (typeof scenarios)[string],
  method: string | undefined,
): (typeof scenarios)[string]['play'] => {
  if (method === undefined) return play;
  const known = by?.methods.find((one) => one === method);
  if (known !== undefined && by !== undefined) return (shop) => by.play(shop, known);
  throw new CommandProblem(
    by === undefined
      ? `${event} takes no --method`
      : `${event} cannot be triggered with --method ${method}: pass ${by.methods.join(', ')}, or leave it out for a card`,
  );
};

/** `pasarela trigger`: lets an event happen at a running server, by the calls that cause it, and prints it. */
export const triggerCommand = async (
  io: CommandIo,
  wanted: string | undefined,
  options: Environment,
  { list }: { readonly list: boolean },
): Promise<void> => {
  if (list) return printList(io);
  const { event, ...scenario } = scenarioOf(wanted);
  const play = playOf(event, scenario, readVariable(options, '--method'));
  const url = decodedOrThrow(
    readSetting(options, '--url', withDefault(aUrl, 'http://127.0.0.1:12111')),
  );
  try {
    const shop = await shopAt(url, readVariable(options, '--key'));
    const before = await shop.latest(event);
    await play(shop);
    const { id, object } = await shop.next(event, before);
    io.stdout.write(`${event} ${id} ${object}\n`);
  } catch (error) {
    throw error instanceof TriggerProblem ? new CommandProblem(error.message) : error;
  }
};
