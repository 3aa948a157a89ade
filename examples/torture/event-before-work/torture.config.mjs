import { shopOnPostgres } from '../support/config.mjs';

export default shopOnPostgres('event_before_work');
