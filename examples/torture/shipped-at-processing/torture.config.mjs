export { shopWithPage as default } from '../support/config.mjs';
