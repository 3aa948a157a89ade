import { type Certificate, keyOfCell, type MarkedCell } from './certificate.js';

/** The difference between two certificates. */
export type CertificateChanges = {
  readonly added: ReadonlyArray<MarkedCell>;
  readonly gone: ReadonlyArray<MarkedCell>;
  /** Of a kind, single faults or pairs, that the later one has none of: the test did not play them. */
  readonly unplayed: ReadonlyArray<MarkedCell>;
  readonly changed: ReadonlyArray<{ readonly before: MarkedCell; readonly after: MarkedCell }>;
};

const isPair = ({ second }: MarkedCell): boolean => second !== undefined;

const isSame = (one: MarkedCell, other: MarkedCell): boolean =>
  one.mark === other.mark && one.rules.join() === other.rules.join();

/** Compares a certificate with an earlier one. */
export const certificateChanges = (before: Certificate, after: Certificate): CertificateChanges => {
  const old = new Map(before.cells.map((cell) => [keyOfCell(cell), cell]));
  const now = new Map(after.cells.map((cell) => [keyOfCell(cell), cell]));
  const kinds = new Set(after.cells.map(isPair));
  const missing = before.cells.filter((cell) => !now.has(keyOfCell(cell)));
  return {
    added: after.cells.filter((cell) => !old.has(keyOfCell(cell))),
    gone: missing.filter((cell) => kinds.has(isPair(cell))),
    unplayed: missing.filter((cell) => !kinds.has(isPair(cell))),
    changed: after.cells.flatMap((cell) => {
      const earlier = old.get(keyOfCell(cell));
      return earlier === undefined || isSame(earlier, cell)
        ? []
        : [{ before: earlier, after: cell }];
    }),
  };
};
