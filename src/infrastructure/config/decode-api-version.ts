import * as E from 'fp-ts/lib/Either.js';
import {
  defaultApiVersion,
  isApiVersion,
  wantedApiVersion,
} from '../../adapters/outbound/stripe/api-version.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { wrongValue } from './wrong-value.js';

/** The version of Stripe's API that requests name. */
export const decodeApiVersion = (env: Environment): Decoded<string> => {
  const version = given(env, 'STRIPE_API_VERSION') ?? defaultApiVersion;
  return isApiVersion(version)
    ? E.right(version)
    : wrongValue('STRIPE_API_VERSION', wantedApiVersion, version);
};
