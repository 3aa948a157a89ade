import { mapTable } from '../../../src/application/map-table.js';
import { silentTelemetry, type Telemetry } from '../../../src/application/ports/telemetry.js';

/** A telemetry that keeps every report, with its name. */
export const captureTelemetry = (): {
  readonly telemetry: Telemetry;
  readonly reports: Array<readonly [name: string, fact: unknown]>;
} => {
  const reports: Array<readonly [string, unknown]> = [];
  const telemetry = mapTable<Telemetry>(silentTelemetry, (_silent, name) => (fact: unknown) => {
    reports.push([name, fact]);
  });
  return { telemetry, reports };
};
