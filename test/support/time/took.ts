/** A pattern with quadratic time needs seconds for a text of this length; a linear one needs less than 10 ms. */
export const longText = 95_000;

/** The limit for `took`, in milliseconds. */
export const patienceMs = 500;

/** Returns how much time of a processor core a function took, in milliseconds: other programs on the machine do not count. */
export const took = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
