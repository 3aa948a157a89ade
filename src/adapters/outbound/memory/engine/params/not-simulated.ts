import type { Param } from './param.js';
import { refuseParam } from './refuse-param.js';

const refused: Param<never> = {
  read: (_, name) => refuseParam(`This simulator does not simulate the parameter: ${name}`, name),
};

const isOf = <N extends string>(
  params: { readonly [name: string]: Param<never> },
  names: ReadonlyArray<N>,
): params is { readonly [K in N]: Param<never> } =>
  names.every((name) => Object.hasOwn(params, name));

/** Parameters that the processor documents and that have no effect to simulate here: to be refused, not ignored. */
export const notSimulated = <const N extends string>(
  ...names: ReadonlyArray<N>
): { readonly [K in N]: Param<never> } => {
  const params = Object.fromEntries(names.map((name) => [name, refused]));
  if (!isOf(params, names)) throw new Error(`not all of ${names.join(', ')} are there`);
  return params;
};
