/**
 * Whether the processor has decided about a request that it refused. `final`: it has, and would decide the same again.
 * `turned_away`: it did not begin with the request, so the same request may succeed later. `undecided`: it may be done by
 * another request with the same idempotency key, or a system behind the processor failed while it was done.
 */
export type ProcessorDecision = 'final' | 'turned_away' | 'undecided';

/**
 * The decision in a refusal. An adapter that gives none has decided, except with 409 (another request is in progress) and 429
 * (too many requests).
 */
export const decisionOf = ({
  status,
  decision,
}: {
  readonly status: number;
  readonly decision?: ProcessorDecision;
}): ProcessorDecision => {
  if (decision !== undefined) return decision;
  if (status === 409) return 'undecided';
  return status === 429 ? 'turned_away' : 'final';
};
