/** Runs one task after the other, in the order in which they came. */
export const createInTurn = (): (<A>(task: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
};
