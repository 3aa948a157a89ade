import type { MountPages } from '../../adapters/inbound/http/mounted-interface.js';
import { controlsOf } from '../controls/processor-controls.js';
import { processorEndpoints } from '../controls/processor-endpoints.js';
import { challengeEndpoints } from './challenge-endpoints.js';
import { tellAddress } from './page-address.js';

// Anybody may ask at any address: without API keys, the guard takes all of them for this machine's.
const anyAddress = '127.0.0.1';

/** The page of 3D Secure challenges and the controls, of a processor that has controls. */
export const mountPages: MountPages = (
  processor,
  { authorize, publicUrl, forgetEvents, errors, mount },
) => {
  const controls = controlsOf(processor);
  if (controls === undefined) return { endpoints: [] };
  const reset = (): void => {
    controls.reset();
    forgetEvents();
  };
  const endpoints = [
    ...challengeEndpoints({ processor, controls, locale: errors.locale }),
    ...processorEndpoints(
      { ...controls, reset },
      { authorize, host: anyAddress, publicUrl: publicUrl ?? '', ...errors },
    ),
  ];
  const mountedAt: unknown = Reflect.get(processor, 'mountedAt');
  if (typeof mountedAt !== 'function') return { endpoints };
  const tell = (url: string): void => void Reflect.apply(mountedAt, processor, [url]);
  if (publicUrl === undefined) return { endpoints, seeRequest: tellAddress(tell) };
  tell(`${publicUrl.replace(/\/+$/, '')}${mount}`);
  return { endpoints };
};
