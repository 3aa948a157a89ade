import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  FindingStore,
  FindingsSummary,
  StoredFinding,
} from '../../../../application/ports/finding-store.js';

/** Keeps findings in memory: for its own process, and until that ends. */
export const createMemoryFindingStore = (): FindingStore => {
  let stored: ReadonlyArray<StoredFinding> = [];
  let run: { readonly owner: string; readonly until: number } | undefined;
  let succeededAt: number | null = null;
  let failedAt: number | null = null;

  return {
    takeRun: ({ owner, seconds, longest }, now) =>
      TE.fromIO(() => {
        if (run !== undefined && run.until > now && run.until <= now + longest) return false;
        run = { owner, until: now + seconds };
        return true;
      }),
    holdRun: (owner, seconds, now) =>
      TE.fromIO(() => {
        if (run?.owner !== owner) return false;
        run = { owner, until: now + seconds };
        return true;
      }),
    keep: (findings, { from, at }) =>
      TE.fromIO(() => {
        const before = new Map(stored.map((finding) => [finding.id, finding]));
        const found = new Set(findings.map(({ id }) => id));
        const aged = stored.filter(
          ({ id, since, seen_at }) => !found.has(id) && (since ?? from) < from && seen_at === null,
        );
        const now = findings.map((finding): StoredFinding => {
          const { found_at, seen_at, note } = before.get(finding.id) ?? {
            found_at: at,
            seen_at: null,
            note: '',
          };
          return { ...finding, found_at, seen_at, note };
        });
        stored = [...now, ...aged];
        succeededAt = at;
        return [...found].filter((id) => !before.has(id));
      }),
    noteFailure: (at) =>
      TE.fromIO(() => {
        failedAt = at;
      }),
    list: (limit) =>
      TE.fromIO(() =>
        stored
          .toSorted(
            (one, other) =>
              Number(one.seen_at !== null) - Number(other.seen_at !== null) ||
              other.found_at - one.found_at ||
              (one.id < other.id ? -1 : 1),
          )
          .slice(0, limit),
      ),
    mark: (id, { seenAt, note }) =>
      TE.fromIO(() => {
        stored = stored.map((finding) =>
          finding.id === id ? { ...finding, seen_at: seenAt, note } : finding,
        );
        return stored.some((finding) => finding.id === id);
      }),
    summary: TE.fromIO((): FindingsSummary => {
      const counts = new Map<string, FindingsSummary['findings'][number]>();
      for (const { rule, severity, seen_at } of stored) {
        const seen = seen_at !== null;
        const kind = `${rule} ${String(seen)}`;
        counts.set(kind, { rule, severity, seen, count: (counts.get(kind)?.count ?? 0) + 1 });
      }
      return { succeededAt, failedAt, findings: [...counts.values()] };
    }),
  };
};
