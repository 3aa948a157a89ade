const unprivileged = 65_534;

/** Does something as somebody whom the rights of files stop, which they do not do to root. */
export const withoutPrivileges = async <A>(work: () => Promise<A>): Promise<A> => {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(unprivileged);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
};
