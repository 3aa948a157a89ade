import { tools } from './programs.mjs';

/** The steps that are done, and those that are left out, with the reason. `steps`: all, in order; `found`: what the machine has. */
export const planOf = (steps, found, only = []) =>
  steps
    .filter(({ name }) => only.length === 0 || only.includes(name))
    .map((step) => {
      const missing = (step.needs ?? []).filter((tool) => found[tool] === undefined);
      return missing.length === 0
        ? { step }
        : { step, skipped: `needs ${missing.map((tool) => tools[tool].name).join(' and ')}` };
    });

/** The names that are no step. */
export const unknownSteps = (steps, names) =>
  names.filter((one) => !steps.some(({ name }) => name === one));
