import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Checked } from '../../application/checked-input.js';
import { type Environment, isProduction } from './environment.js';
import { collectProblems } from './settings.js';
import { decodeVariable } from './variables.js';

/** Whether metrics are kept, and who may read them where. */
export type MetricsConfig = {
  readonly enabled: boolean;
  /** Where they are served; `undefined`: with the API. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  /** The bearer key for reading them; `undefined`: everybody may who reaches the address. */
  readonly key: string | undefined;
};

/** The metrics of the environment. In production they are served only if somebody has decided who may read them. */
export const decodeMetrics = (env: Environment): Checked<MetricsConfig> =>
  pipe(
    collectProblems({
      place: decodeVariable(env, 'METRICS'),
      key: decodeVariable(env, 'METRICS_KEY'),
      ownHost: decodeVariable(env, 'HOST'),
    }),
    E.map(({ place, key, ownHost }) => {
      if (place === undefined) {
        return { enabled: !isProduction(env) || key !== undefined, address: undefined, key };
      }
      if (typeof place === 'string') return { enabled: place === 'on', address: undefined, key };
      return { enabled: true, address: { host: place.host ?? ownHost, port: place.port }, key };
    }),
  );
