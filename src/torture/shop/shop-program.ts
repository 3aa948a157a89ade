/** The program of the shop, as a group of processes: what it started itself is killed with it. */
export type ShopProgram = {
  /** `http://127.0.0.1:27123`, the same after each start. */
  readonly url: string;
  /** Where webhooks go; `undefined`: the shop registers its endpoints itself, or has none. */
  readonly webhookUrl: string | undefined;
  /** The `{folder}` of the run, which `stop` removes. */
  readonly folder: string;
  /** Resets it, starts it and waits until it is ready. Rejects with a `TortureProblem` that has the end of its output. */
  readonly start: () => Promise<void>;
  /**
   * SIGKILL, at once; resolves once it has ended and is started again and ready. Calls at the same time share one restart. Rejects
   * with a `TortureProblem` if it does not start again.
   */
  readonly restart: () => Promise<void>;
  /** SIGSTOP, and SIGCONT after so many milliseconds. Does nothing while the shop is not up. */
  readonly freeze: (ms: number) => Promise<void>;
  /** Resolves when the shop is up (not killed, not frozen, not starting) or stopped for good. Rejects as `restart` does. */
  readonly whenUp: () => Promise<void>;
  /** Ends it: SIGTERM, then SIGKILL. */
  readonly stop: () => Promise<void>;
};
