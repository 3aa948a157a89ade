const unprivileged = 65_534;

/** Runs something as a user other than root, because root ignores file permissions. */
export const withoutPrivileges = async <A>(work: () => Promise<A>): Promise<A> => {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(unprivileged);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
};
