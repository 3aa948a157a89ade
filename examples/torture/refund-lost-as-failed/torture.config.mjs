export { shopWithRefunds as default } from '../support/config.mjs';
