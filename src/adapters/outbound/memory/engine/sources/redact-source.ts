import { redactCard } from '../cards/card-params.js';
import type { SourceParam } from './source-param.js';

/** A source as an idempotency key remembers it. */
export const redactSource = (source: SourceParam): unknown =>
  typeof source === 'string' ? source : redactCard(source);
