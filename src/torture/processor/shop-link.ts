/** The actions of a processor under test on the shop. */
export type ShopCallbacks = {
  /** Kills and starts it. Calls at the same time share one restart. */
  readonly restart: () => Promise<void>;
  readonly freeze: (ms: number) => Promise<void>;
  /** Resolves when it is not killed, frozen or starting. */
  readonly whenUp: () => Promise<void>;
};

/** The same callbacks, with a memory of when the shop could not answer because of the tool. */
export type ShopLink = ShopCallbacks & {
  readonly isRestarting: () => boolean;
  /** Resolves when it is not being restarted. */
  readonly restarted: () => Promise<void>;
  /** How often it was killed. */
  readonly restarts: () => number;
  /** A moment, for `wasDisturbedSince`. */
  readonly mark: () => number;
  /** Whether the shop was being restarted or frozen at some time since then. */
  readonly wasDisturbedSince: (mark: number) => boolean;
};

export const createShopLink = (shop: ShopCallbacks): ShopLink => {
  let begun = 0;
  let running = 0;
  let restarts = 0;
  let restarting: Promise<void> | null = null;
  const disturb = async (work: Promise<void>): Promise<void> => {
    begun += 1;
    running += 1;
    try {
      await work;
    } finally {
      running -= 1;
    }
  };
  return {
    restart: () => {
      if (restarting === null) {
        restarts += 1;
        restarting = disturb(shop.restart()).finally(() => {
          restarting = null;
        });
      }
      return restarting;
    },
    isRestarting: () => restarting !== null,
    restarted: async () => {
      await restarting;
    },
    restarts: () => restarts,
    freeze: (ms) => disturb(shop.freeze(ms)),
    whenUp: () => shop.whenUp(),
    // While a disturbance runs, every moment counts as disturbed.
    mark: () => (running > 0 ? -1 : begun),
    wasDisturbedSince: (mark) => mark !== begun,
  };
};
