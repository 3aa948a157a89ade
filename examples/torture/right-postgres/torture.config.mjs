import { shopOnPostgres } from '../support/config.mjs';

export default shopOnPostgres('right_postgres');
