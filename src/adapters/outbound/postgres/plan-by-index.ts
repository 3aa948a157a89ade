const others = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'material'];

/**
 * Settings of a connection, with which PostgreSQL takes the indexes that every statement of the stores has. What it knows of
 * a table is old when thousands of events have just come or gone, and what it plans then reads all of them for each claim.
 */
export const planByIndex: string = [...others.map((way) => `enable_${way}=off`), 'jit=off']
  .map((setting) => `-c ${setting}`)
  .join(' ');
