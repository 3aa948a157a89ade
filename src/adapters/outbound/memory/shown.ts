import { redact } from '../../../domain/redact.js';

/** What a control was given, as its refusal repeats it. */
export const shown = (value: unknown): string => {
  if (typeof value === 'string') return `'${redact(value)}'`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
};
