import { collectGarbage } from '../../support/collect-garbage.js';

/** The resources of a process. */
export type Resources = {
  /** Bytes of the heap after a garbage collection. */
  readonly heap: number;
  /** Open sockets, servers, timers and files, by kind. */
  readonly handles: Readonly<Record<string, number>>;
};

export const measureResources = (): Resources => {
  collectGarbage();
  collectGarbage();
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { heap: process.memoryUsage().heapUsed, handles };
};
