/** The version of the processor's interface in which an account answers those who ask for none, and writes its events. */
export const defaultVersion = '2026-08-26.dahlia';
