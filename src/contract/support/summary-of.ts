import type { ProcessorError } from '../../domain/payment-error.js';

/** An error in one line, without its cause. */
export const summaryOf = (error: ProcessorError): string => {
  const { _tag, ...facts } = error;
  const told = Object.entries(facts).filter(([name]) => name !== 'cause');
  return `${_tag} ${JSON.stringify(Object.fromEntries(told))}`;
};
