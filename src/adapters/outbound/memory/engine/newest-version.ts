/** The version of the processor's interface in which answers and events are written. */
export const newestVersion = '2026-10-28.endive';
