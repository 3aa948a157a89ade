/** Makes a schema of a PostgreSQL anew, without tables. */
export const emptySchema = async (database, schema) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
  await client.end();
};
