/** The environment of this process: what the shop and a driver program inherit. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
