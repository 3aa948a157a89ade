import { Client } from 'pg';

/** Runs statements one after the other at a server. Resolves with the rows of the last one. */
export const sql = async (url, ...statements) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
};
