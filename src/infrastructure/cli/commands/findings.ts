import { systemClock } from '../../../adapters/outbound/system-time.js';
import type { StoredFinding } from '../../../application/ports/finding-store.js';
import { redact } from '../../../domain/text/redact.js';
import { visible } from '../../../domain/text/visible.js';
import { decodeConfig } from '../../config/config.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow, valueOrThrow } from '../failures.js';
import { showMoment } from '../time-options.js';
import { withStores } from '../with-stores.js';

const mostShown = 1000;

const noteText = (note: string): string => (note === '' ? '' : `: ${note}`);

const findingText = ({ id, message, advice, found_at, seen_at, note }: StoredFinding): string =>
  [
    `${id}  found ${showMoment(found_at)}, ${seen_at === null ? 'not seen' : `seen ${showMoment(seen_at)}`}${noteText(note)}`,
    `  ${message}`,
    `  ${advice}`,
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');

/** `pasarela findings list`: lists the findings of the reconciliation in the service, those that nobody has seen first. */
export const listFindingsCommand = async (
  { env, stdout }: CommandIo,
  { json }: { readonly json: boolean },
): Promise<void> => {
  await withStores(decodedOrThrow(decodeConfig(env)), async ({ findingStore }) => {
    const findings = valueOrThrow(await findingStore.list(mostShown)());
    if (json) stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
    else if (findings.length === 0)
      stdout.write('the reconciliation in the service has found nothing\n');
    else stdout.write(findings.map(findingText).join(''));
  });
};

/** `pasarela findings seen`: marks a finding of the reconciliation in the service as seen, which ends its alert. */
export const markFindingCommand = async (
  { env, stdout }: CommandIo,
  id: string,
  { note }: { readonly note: string },
): Promise<void> => {
  await withStores(decodedOrThrow(decodeConfig(env)), async ({ findingStore }) => {
    if (
      !valueOrThrow(await findingStore.mark(id, { seenAt: systemClock(), note: redact(note) })())
    ) {
      throw new CommandProblem(
        `there is no finding ${JSON.stringify(id)}: pasarela findings list lists them`,
      );
    }
    stdout.write(`marked ${visible(id)} as seen\n`);
  });
};
