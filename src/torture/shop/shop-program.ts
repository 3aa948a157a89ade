/** The program of the shop, as a group of processes: what it started itself is killed with it. */
export type ShopProgram = {
  /** `http://127.0.0.1:40123`, the same after each start. */
  readonly url: string;
  /** Where webhooks go; `undefined`: the shop registers its endpoints itself, or has none. */
  readonly webhookUrl: string | undefined;
  /** Starts it and waits until it is ready. Rejects with a `TortureProblem` that has the end of its output. */
  readonly start: () => Promise<void>;
  /** SIGKILL; resolves once it has ended and is started again and ready. Calls at the same time share one restart. */
  readonly restart: () => Promise<void>;
  /** SIGSTOP, and SIGCONT after so many milliseconds. */
  readonly freeze: (ms: number) => Promise<void>;
  /** Resolves when the shop is up: not killed, not frozen, not starting. */
  readonly whenUp: () => Promise<void>;
  /** Ends it: SIGTERM, then SIGKILL. */
  readonly stop: () => Promise<void>;
};
