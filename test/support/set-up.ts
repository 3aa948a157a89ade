import type { Environment } from '../../src/infrastructure/config/environment.js';

/** A processor for one service, and where it is told what customers, banks and network do (`/_processor/...`). */
export type OpenProcessor = {
  /** What makes the service run on it. */
  readonly env: Environment;
  /** Absent: the service itself serves the controls. */
  readonly controlledAt?: { readonly address: string; readonly apiKey: string };
  readonly close: () => Promise<void>;
};

/** A way to run the service in tests. */
export type SetUp = {
  readonly name: string;
  readonly open: () => Promise<OpenProcessor>;
};
