export { shop as default } from '../support/config.mjs';
