import { operations } from '../../../src/adapters/outbound/memory/engine/operations.js';

type Called = { readonly method: string; readonly path: string };

type Asked = Called & { readonly returns: string; readonly list?: true };

const fits = (path: string, template: string): boolean =>
  new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** Which operation a request asks for. */
export const operationOf = ({ method, path }: Called): Asked | undefined =>
  Object.values(operations).find(
    (operation) => operation.method === method && fits(path, operation.path),
  );
