import { nearestName } from './nearest-name.js';
import type { UnknownFields } from './payment-error.js';
import { showName } from './show-name.js';

const mostNames = 20;

/**
 * The names of an object that are not among the known ones, twenty at most, fit to be shown. What is `undefined` says
 * nothing, so its name counts as absent. `near` are the names that may have been meant.
 */
export const unknownNames =
  (known: ReadonlyArray<string>, near: ReadonlyArray<string> = known) =>
  (values: object): UnknownFields['fields'] =>
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && !known.includes(name))
      .slice(0, mostNames)
      .map(([name]) => ({ name: showName(name), nearest: nearestName(near)(name) }));
