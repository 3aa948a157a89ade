import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Endpoint } from './core/matcher.js';
import { jsonResponse } from './failure-response.js';
import type { Tag } from './route.js';

/** An answer of a health check. */
type SystemAnswer = {
  readonly status: 200 | 503;
  readonly body: { readonly status: string };
  readonly means: string;
};

/** A health check: a `GET` without parameters. */
export type SystemEndpoint = {
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly up: SystemAnswer;
  /** Absent when it always answers `up`. */
  readonly down?: SystemAnswer;
};

/** The health checks. Their answers are plain JSON without the envelope. */
export const systemEndpoints = {
  health: {
    path: '/health',
    tag: 'Operations',
    summary: 'Whether the process runs',
    description:
      'For the check that restarts a process. It asks nothing of the store or the processor.',
    up: { status: 200, body: { status: 'ok' }, means: 'The process runs' },
  },
  ready: {
    path: '/ready',
    tag: 'Operations',
    summary: 'Whether the service can handle requests',
    description: 'For load balancers. It answers within two seconds.',
    up: { status: 200, body: { status: 'ready' }, means: 'The service can handle requests' },
    down: {
      status: 503,
      body: { status: 'unavailable' },
      means: 'The store of the service cannot be reached',
    },
  },
} as const satisfies { readonly [operation: string]: SystemEndpoint };

const answer = ({ status, body }: SystemAnswer) => jsonResponse({ status, headers: {}, body });

/** `GET /health`: the process runs. `GET /ready`: it can handle requests. */
export const healthEndpoints = (ready: TE.TaskEither<unknown, void>): ReadonlyArray<Endpoint> => {
  const { health, ready: readiness } = systemEndpoints;
  return [
    { method: 'GET', path: health.path, handle: () => answer(health.up) },
    {
      method: 'GET',
      path: readiness.path,
      handle: async () => answer(E.isRight(await ready()) ? readiness.up : readiness.down),
    },
  ];
};
