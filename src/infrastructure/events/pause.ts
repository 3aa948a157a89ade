/** A pause that can be ended from elsewhere. */
export type Pause = {
  /** From here on an end is remembered: the next pause is none. */
  readonly arm: () => void;
  readonly last: (ms: number) => Promise<void>;
  readonly end: () => void;
};

/** A pause that nobody has ended yet. */
export const createPause = (): Pause => {
  let ended = false;
  let finish: (() => void) | undefined;
  return {
    arm: () => {
      ended = false;
    },
    last: (ms) =>
      new Promise((resolve) => {
        if (ended) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, ms);
        finish = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => {
      ended = true;
      finish?.();
    },
  };
};
