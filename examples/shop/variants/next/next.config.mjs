// Loaded by Node as they are: both have binaries.
export default { serverExternalPackages: ['libsql', 'pasarela'] };
