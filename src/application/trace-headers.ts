import { redact } from '../domain/text/redact.js';
import type { TraceHeaders } from './ports/tracing.js';

const traceparentFormat =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

// A later version may add fields and flags, which nobody knows yet.
const asVersion00 = (traceparent: string): string | undefined => {
  const [, version, traceId, parentId, flags = '', more] =
    traceparentFormat.exec(traceparent) ?? [];
  if (version === undefined) return undefined;
  if (version === '00') return traceparent.length === 55 ? traceparent : undefined;
  if (more === '' && traceparent.length !== 55) return undefined;
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) % 2}`;
};

const mostMembers = 32;
const mostCharacters = 512;
const member = /^[a-z0-9][a-z0-9_*/@-]{0,255}=[!-+\--<>-~ ]{0,255}[!-+\--<>-~]$/;

const isTracestate = (tracestate: string): boolean => {
  if (tracestate.length > mostCharacters) return false;
  const members = tracestate.split(',').map((text) => text.trim());
  const keys = members.map((text) => text.slice(0, text.indexOf('=')));
  return (
    members.length <= mostMembers &&
    members.every((text) => member.test(text)) &&
    new Set(keys).size === keys.length
  );
};

// Callers choose the values, and they reach logs and other services. A trace id of digits is longer than a card number.
const holdsNoSecret = (text: string): boolean => redact(text) === text;

const parentIdOf = (traceparent: string): string => traceparent.slice(36, 52);

/** The trace of a request by its headers; `undefined`: they name none, or not as the recommendation demands. */
export const traceHeadersOf = ({
  traceparent,
  tracestate,
}: {
  readonly [header: string]: unknown;
}): TraceHeaders | undefined => {
  if (typeof traceparent !== 'string') return undefined;
  const sane = asVersion00(traceparent);
  if (sane === undefined || !holdsNoSecret(parentIdOf(sane))) return undefined;
  return typeof tracestate === 'string' && isTracestate(tracestate) && holdsNoSecret(tracestate)
    ? { traceparent: sane, tracestate }
    : { traceparent: sane };
};

/** The id of the trace, which all its services know. */
export const traceIdOf = ({ traceparent }: TraceHeaders): string => traceparent.slice(3, 35);
