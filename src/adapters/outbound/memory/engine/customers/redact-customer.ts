import { redactSource } from '../sources/redact-source.js';
import type { SourceParam } from '../sources/source-param.js';

/** What an idempotency key remembers of what is said about a customer. */
export const redactCustomer = ({
  source,
  ...rest
}: {
  readonly source?: SourceParam;
}): unknown => ({ ...rest, ...(source === undefined ? {} : { source: redactSource(source) }) });
