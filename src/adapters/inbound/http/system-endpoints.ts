import type { Tag } from './route.js';

/** What an endpoint for machines can answer. */
type SystemAnswer = {
  readonly status: 200 | 503;
  readonly body: { readonly status: string };
  readonly means: string;
};

/** An endpoint for machines: a `GET` without parameters. */
export type SystemEndpoint = {
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly up: SystemAnswer;
  /** Absent: it always answers `up`. */
  readonly down?: SystemAnswer;
};

/** The endpoints for machines that watch the service. Their answers are plain JSON, not in the envelope. */
export const systemEndpoints = {
  health: {
    path: '/health',
    tag: 'Operations',
    summary: 'Whether the process is up',
    up: { status: 200, body: { status: 'ok' }, means: 'The process is up' },
  },
  ready: {
    path: '/ready',
    tag: 'Operations',
    summary: 'Whether the service can serve',
    up: { status: 200, body: { status: 'ready' }, means: 'The service can serve' },
    down: {
      status: 503,
      body: { status: 'unavailable' },
      means: 'The store of the service cannot be reached',
    },
  },
} as const satisfies { readonly [operation: string]: SystemEndpoint };
