type Open = { readonly close: () => Promise<void> };

/** Closes after each test of the suite that calls this what the test has opened, the last first. */
export const useClosing = (): (<A extends Open>(opening: Promise<A>) => Promise<A>) => {
  const opened: Array<Open> = [];
  afterEach(async () => {
    for (const open of opened.splice(0).toReversed()) await open.close();
  });
  return async (opening) => {
    const open = await opening;
    opened.push(open);
    return open;
  };
};
