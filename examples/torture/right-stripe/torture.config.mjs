export { shopWithClock as default } from '../support/config.mjs';
