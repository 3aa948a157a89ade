const script = `for (const output of [process.stdout, process.stderr]) Object.assign(output, { isTTY: true, columns: 100 });`;

/** The environment of a program that takes its outputs for a terminal of 100 columns. */
export const onTerminal = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  NO_COLOR: '1',
} as const;
