/** Closes, in reverse order, everything that was opened. */
export const createClosers = () => {
  const opened = [];
  return {
    add: (close) => void opened.push(close),
    closing: async (opening) => {
      const open = await opening;
      opened.push(() => open.close());
      return open;
    },
    close: async () => {
      for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
        // oxlint-disable-next-line no-await-in-loop
        await close();
      }
    },
  };
};
