import { register } from 'node:module';

// For `NODE_OPTIONS=--import`: the program then has the SQL stores of the previous release.
register(new URL('previous-stores-hooks.js', import.meta.url));
