import { type Certificate, keyOfCell, type MarkedCell, whyEnded } from './certificate.js';

/** The difference between two certificates. */
export type CertificateChanges = {
  readonly added: ReadonlyArray<MarkedCell>;
  readonly gone: ReadonlyArray<MarkedCell>;
  /** The test did not play them: it ended before, or they are of a kind, single faults or pairs, that the later one has none of. */
  readonly unplayed: ReadonlyArray<MarkedCell>;
  readonly changed: ReadonlyArray<{ readonly before: MarkedCell; readonly after: MarkedCell }>;
};

const isPair = ({ second }: MarkedCell): boolean => second !== undefined;

const isSame = (one: MarkedCell, other: MarkedCell): boolean =>
  one.mark === other.mark && one.rules.join() === other.rules.join();

/** Compares a certificate with an earlier one. */
export const certificateChanges = (before: Certificate, after: Certificate): CertificateChanges => {
  const old = new Map(before.cells.map((cell) => [keyOfCell(cell), cell]));
  const isCut = (cell: MarkedCell): boolean => cell.why === whyEnded && old.has(keyOfCell(cell));
  const hasEnded = after.cells.some(isCut);
  const now = new Set(after.cells.filter((cell) => !isCut(cell)).map((cell) => keyOfCell(cell)));
  const kinds = new Set(after.cells.map(isPair));
  const missing = before.cells.filter((cell) => !now.has(keyOfCell(cell)));
  return {
    added: after.cells.filter((cell) => !old.has(keyOfCell(cell))),
    gone: missing.filter((cell) => !hasEnded && kinds.has(isPair(cell))),
    unplayed: missing.filter((cell) => hasEnded || !kinds.has(isPair(cell))),
    changed: after.cells.flatMap((cell) => {
      const earlier = old.get(keyOfCell(cell));
      return earlier === undefined || isCut(cell) || isSame(earlier, cell)
        ? []
        : [{ before: earlier, after: cell }];
    }),
  };
};

/** A certificate with the earlier marks of what its test did not play. */
export const withUnplayed = (
  { cells }: Certificate,
  { unplayed }: CertificateChanges,
): Certificate => {
  const earlier = new Map(unplayed.map((cell) => [keyOfCell(cell), cell]));
  const known = new Set(cells.map((cell) => keyOfCell(cell)));
  return {
    cells: [
      ...cells.map((cell) => earlier.get(keyOfCell(cell)) ?? cell),
      ...unplayed.filter((cell) => !known.has(keyOfCell(cell))),
    ],
  };
};
