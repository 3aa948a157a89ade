import type { HttpRequest, HttpResponse } from './message.js';

/** The parameters of a path, decoded. */
export type PathParams = { readonly [name: string]: string };

/** Answers the requests of a method and a path. */
export type Endpoint = {
  /** `*`: any method. `HEAD` is answered like `GET`. */
  readonly method: string;
  /** Parameters are written `:name`; `/*` at the end stands for everything below, or nothing. */
  readonly path: string;
  /** How soon its caller must have a response, in milliseconds. Absent: as soon as those of all others. */
  readonly answersWithinMs?: number;
  /** Whether its requests are not logged and counted: a page of ours asks again and again. */
  readonly quiet?: true;
  readonly handle: (
    request: HttpRequest,
    params: PathParams,
  ) => HttpResponse | Promise<HttpResponse>;
};

/** The endpoint of a request. */
type Match<E extends Pick<Endpoint, 'method' | 'path'>> = {
  readonly endpoint: E;
  readonly params: PathParams;
};

/** Finds the endpoint for a method and a path. */
type Matcher<E extends Pick<Endpoint, 'method' | 'path'>> = (
  method: string,
  path: string,
) => Match<E> | undefined;

type Leaf<E> = {
  readonly order: number;
  readonly endpoint: E;
  /** The parameters of its path, each with the number of its segment. */
  readonly params: ReadonlyArray<readonly [name: string, at: number]>;
};

/** A place in the tree of paths: what follows the segments so far. */
type Node<E> = {
  readonly fixed: Map<string, Node<E>>;
  param?: Node<E>;
  /** By method: the endpoints that end here, and those that take everything below. */
  readonly ends: Map<string, Leaf<E>>;
  readonly rests: Map<string, Leaf<E>>;
};

const newNode = <E>(): Node<E> => ({ fixed: new Map(), ends: new Map(), rests: new Map() });

const earlier = <E>(one: Leaf<E> | undefined, other: Leaf<E> | undefined): Leaf<E> | undefined =>
  one === undefined || (other !== undefined && other.order < one.order) ? other : one;

const leafFor = <E>(leaves: Map<string, Leaf<E>>, method: string): Leaf<E> | undefined =>
  leaves.size === 0 ? undefined : earlier(leaves.get(method), leaves.get('*'));

const find = <E>(
  node: Node<E> | undefined,
  method: string,
  segments: ReadonlyArray<string>,
  at: number,
): Leaf<E> | undefined => {
  if (node === undefined) return undefined;
  const segment = segments[at];
  const rest = leafFor(node.rests, method);
  if (segment === undefined) return earlier(leafFor(node.ends, method), rest);
  const fixed = find(node.fixed.get(segment), method, segments, at + 1);
  const param = segment === '' ? undefined : find(node.param, method, segments, at + 1);
  return earlier(earlier(fixed, param), rest);
};

const add = <E>(root: Node<E>, segments: ReadonlyArray<string>, method: string, leaf: Leaf<E>) => {
  let node = root;
  for (const [index, segment] of segments.entries()) {
    if (segment === '*' && index === segments.length - 1) {
      if (!node.rests.has(method)) node.rests.set(method, leaf);
      return;
    }
    const next: Node<E> =
      (segment.startsWith(':') ? node.param : node.fixed.get(segment)) ?? newNode();
    if (segment.startsWith(':')) node.param = next;
    else node.fixed.set(segment, next);
    node = next;
  }
  if (!node.ends.has(method)) node.ends.set(method, leaf);
};

// A malformed escape stays as it was sent.
const decoded = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const none: PathParams = {};

const paramsOf = <E>({ params }: Leaf<E>, segments: ReadonlyArray<string>): PathParams => {
  if (params.length === 0) return none;
  const values: Record<string, string> = {};
  for (const [name, at] of params) values[name] = decoded(segments[at] ?? '');
  return values;
};

const unified = (path: string): string => {
  const lower = path.toLowerCase();
  return lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower;
};

/**
 * Compiles endpoints to one look-up. The first endpoint that matches wins. Unless `exact`, paths match in any letter case and
 * with a slash at their end.
 */
export const createMatcher = <E extends Pick<Endpoint, 'method' | 'path'>>(
  endpoints: ReadonlyArray<E>,
  { exact = false }: { readonly exact?: boolean } = {},
): Matcher<E> => {
  const root = newNode<E>();
  for (const [order, endpoint] of endpoints.entries()) {
    const { method, path } = endpoint;
    const segments = path
      .split('/')
      .map((segment) => (exact || segment.startsWith(':') ? segment : segment.toLowerCase()));
    const params = segments.flatMap((segment, at) =>
      segment.startsWith(':') ? [[segment.slice(1), at] as const] : [],
    );
    add(root, segments, method, { order, endpoint, params });
  }

  const search = (method: string, path: string): Match<E> | undefined => {
    const segments = path.split('/');
    const asked = exact ? path : unified(path);
    const leaf = find(root, method, asked === path ? segments : asked.split('/'), 0);
    return leaf === undefined
      ? undefined
      : { endpoint: leaf.endpoint, params: paramsOf(leaf, segments) };
  };

  // Paths without parameters are looked up as they are.
  const known = new Map<string, Match<E>>();
  for (const { method, path } of endpoints) {
    const match = search(method, path);
    if (match !== undefined && !/[:*]/.test(path)) known.set(`${method} ${path}`, match);
  }
  return (method, path) => {
    const asked = method === 'HEAD' ? 'GET' : method;
    return known.get(`${asked} ${path}`) ?? search(asked, path);
  };
};
