// Loaded by Node as it is: it reads files beside it, and its stores have binaries.
export default { serverExternalPackages: ['pasarela'] };
