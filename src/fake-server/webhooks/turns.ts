/** Takes turns at something: so many at once under each key, the others wait in line. */
export type Turns = {
  /** Comes when it is one's turn, with what ends it. */
  readonly take: (key: string) => Promise<() => void>;
};

/** Turns of which `atOnce` are taken at once under a key. */
export const createTurns = (atOnce: number): Turns => {
  const lines = new Map<string, { taken: number; readonly waiting: Array<() => void> }>();
  return {
    take: (key) =>
      new Promise((resolve) => {
        const line = lines.get(key) ?? { taken: 0, waiting: [] };
        lines.set(key, line);
        const end = (): void => {
          line.taken -= 1;
          const next = line.waiting.shift();
          if (next !== undefined) next();
          else if (line.taken === 0) lines.delete(key);
        };
        const begin = (): void => {
          line.taken += 1;
          resolve(end);
        };
        if (line.taken < atOnce) begin();
        else line.waiting.push(begin);
      }),
  };
};
