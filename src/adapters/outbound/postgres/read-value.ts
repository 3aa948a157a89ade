import type { CustomTypesConfig } from 'pg';
import type { SqlValue } from '../sql/database.js';

type Reader = (text: string) => SqlValue;

const flag: Reader = (text) => (text === 't' ? 1 : 0);

// By the numbers that PostgreSQL gives its types: bool, int8, int2, int4, float8. What is left stays text.
const readers: ReadonlyMap<number, Reader> = new Map([
  [16, flag],
  ...[20, 21, 23, 701].map((type): [number, Reader] => [type, Number]),
]);

/** How columns are read, so that a row holds what `SqlRow` says. */
export const readValue: CustomTypesConfig = {
  getTypeParser: (type: number): Reader => readers.get(type) ?? String,
};
