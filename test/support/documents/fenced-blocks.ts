export type FencedBlock = {
  /** The text after the opening fence: `bash`, `js run`, ... */
  readonly info: string;
  readonly text: string;
};

/** The fenced blocks of a Markdown text, in order. */
export const fencedBlocks = (markdown: string): ReadonlyArray<FencedBlock> =>
  [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({
    info: info.trim(),
    text,
  }));
