import type { Logger } from '../../application/ports/logger.js';
import { originOf, type ProcessorEvent } from '../../domain/events/processor-event.js';

// An account has one or two. More would be made up, and fill the log.
const mostVersions = 20;

/**
 * Logs a warning for the first event of each API version that is not the one of the calls: its object may have other fields than
 * those that calls return. The event is handled (decision W11). `pinned: undefined`: the processor has no versions.
 */
export const noteOtherVersions = (
  logger: Pick<Logger, 'warn'>,
  pinned: string | undefined,
): ((event: ProcessorEvent) => void) => {
  const noted = new Set([pinned]);
  return (event) => {
    const { api_version: version } = originOf(event);
    if (pinned === undefined || version === null || noted.has(version)) return;
    if (noted.size > mostVersions) return;
    noted.add(version);
    logger.warn(
      'events have another API version than calls to the processor; they are handled, and this is logged once',
      { event: event.id, type: event.type, version, pinned },
    );
  };
};
