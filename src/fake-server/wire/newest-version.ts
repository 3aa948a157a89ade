/** The version of the processor's interface that answers are written in. */
export const newestVersion = '2026-10-28.endive';
