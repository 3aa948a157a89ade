import { IntegrationError } from './integration-error.js';

/** The place in the shop's page that a call of `mount` names. */
export const findTarget = (target: unknown): Element => {
  if (target instanceof Element) return target;
  if (typeof target !== 'string' || target === '') {
    throw new IntegrationError(
      'Missing argument. Make sure to call mount() with a valid DOM element or selector.',
    );
  }
  const found = document.querySelector(target);
  if (found === null) {
    throw new IntegrationError(
      `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
    );
  }
  return found;
};
