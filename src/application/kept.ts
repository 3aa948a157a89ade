/**
 * The value that is kept of an object while it `holds`; otherwise that of `make`, which is kept from then on. Absent `holds`:
 * always.
 */
type Kept<A> = (object: object, make: (object: object) => A, holds?: (value: A) => boolean) => A;

/**
 * Keeps what was made of objects that do not change: recent values, of about `size` in all, and as many earlier ones, of which
 * those that are read stay.
 */
export const createKept = <A>(size: number, sizeOf: (value: A) => number): Kept<A> => {
  // Weak: what is kept of an object goes with it.
  let recent = new WeakMap<object, A>();
  let earlier = recent;
  let kept = 0;
  return (object, make, holds = () => true) => {
    const known = recent.get(object);
    if (known !== undefined && holds(known)) return known;
    const before = earlier.get(object);
    const value = before !== undefined && holds(before) ? before : make(object);
    if (kept > size) {
      earlier = recent;
      recent = new WeakMap();
      kept = 0;
    }
    recent = recent.set(object, value);
    kept += sizeOf(value);
    return value;
  };
};

const isFrozenInside = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenInside));

/**
 * Tells whether what is made of an object of the processor is worth keeping: it is seen again, and never changes. What is read once
 * is made quicker than it is checked and kept.
 */
export const createWorthKeeping = (): ((value: object) => boolean) => {
  const sights = createKept<{ before: boolean; frozen?: boolean }>(10_000, () => 1);
  return (value) => {
    if (!Object.isFrozen(value) || !Object.hasOwn(value, 'id')) return false;
    const sight = sights(value, () => ({ before: false }));
    if (sight.before) {
      sight.frozen ??= isFrozenInside(value);
      return sight.frozen;
    }
    sight.before = true;
    return false;
  };
};
