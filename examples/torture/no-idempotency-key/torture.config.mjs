import { shop } from '../support/config.mjs';

// It takes no cards that need 3D Secure.
export default { ...shop, plan: { without: ['challenged'] } };
