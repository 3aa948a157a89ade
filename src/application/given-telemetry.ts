import { isObject } from '../domain/input/json.js';
import { withoutProblems } from './checked-input.js';
import { mapTable } from './map-table.js';
import { silentTelemetry, type Telemetry } from './ports/telemetry.js';

const names = Object.keys(silentTelemetry);

/** Accepts any part of a telemetry. */
export const aTelemetry = withoutProblems<Partial<Telemetry>>((value, name) =>
  isObject(value)
    ? Object.entries(value).flatMap(([one, report]) => {
        if (!names.includes(one)) return [`${name} has an unknown function ${one}`];
        return report === undefined || typeof report === 'function'
          ? []
          : [`${name}.${one} must be a function`];
      })
    : [`${name} must be an object of functions`],
);

/**
 * The telemetry that a program has given, complete. A report that throws must not fail the payment that it is about: `onThrow`
 * gets what was thrown.
 */
export const givenTelemetry = (
  given: Partial<Telemetry> | undefined,
  onThrow: (cause: unknown) => void = () => {},
): Telemetry =>
  given === undefined
    ? silentTelemetry
    : mapTable<Telemetry>(silentTelemetry, (_silent, name) => {
        const report: ((fact: never) => void) | undefined = given[name];
        return (fact: never): void => {
          try {
            return report?.call(given, fact);
          } catch (cause) {
            return onThrow(cause);
          }
        };
      });
