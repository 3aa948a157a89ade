import { typingMistakes } from '../../domain/input/misspelt-names.js';
import { type Environment, isModulePath, readVariable } from './environment.js';
import { secretNames } from './secret-names.js';
import { variables } from './variables.js';

const fileOf = (name: string): string => `${name}_FILE`;

const known = [...Object.keys(variables), ...secretNames.map(fileOf)];

// As other programs call it.
const stripeKey = /^STRIPE_(?:API_KEY|SK)$/;

// Short names differ in few letters from names that mean something else, such as HOST and HOME.
const mistakesIn = (name: string): number => {
  if (name.length < 5) return 0;
  return name.length < 12 ? 1 : 2;
};

// Names that other programs give to the same thing.
const synonyms: { readonly [name: string]: string } = {
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  EVENT_FORWARD_SUPERSEDED: 'FORWARD_SUPERSEDED',
  EVENT_FORWARD_OUTCOMES: 'FORWARD_OUTCOMES',
};

const singular = (name: string): string => name.replace(/(?:IES|Y|S)$/, '');

// A name of two words or more that leaves words or their ends out: STRIPE_KEY, RATE_LIMIT_PER_MIN.
const isShortened = (name: string, whole: string): boolean => {
  const words = name.split('_');
  const rest = whole.split('_');
  if (words.length < 2 || words[0] !== rest[0]) return false;
  return words.every((word) => {
    const index =
      word.length < 3 ? rest.indexOf(word) : rest.findIndex((one) => one.startsWith(word));
    rest.splice(0, index + 1);
    return index >= 0;
  });
};

const joined = (name: string): string => name.replaceAll('_', '');

const isMisspelt = (name: string, wanted: string): boolean => {
  if (mistakesIn(wanted) > 0 && joined(name) === joined(wanted)) return true;
  const isClose = (one: string, other: string): boolean => {
    const mistakes = mistakesIn(other);
    return typingMistakes(one, other, mistakes) <= mistakes;
  };
  return isClose(name, wanted) || isClose(singular(name), singular(wanted));
};

const meant = (given: string): string | undefined => {
  const name = given.toUpperCase().replaceAll('-', '_');
  // Kubernetes sets PASARELA_PORT for a service of that name.
  const ending = name.replace(/^(?:PASARELA_(?!PORT$)|STRIPE_)/, '');
  return (
    synonyms[name] ??
    known.find(
      (one) =>
        one === name || one === ending || (one === 'STRIPE_SECRET_KEY' && stripeKey.test(name)),
    ) ??
    known.find((one) => isMisspelt(name, one)) ??
    known.find((one) => isShortened(name, one))
  );
};

const setting = (name: string): string => name.replace(/_FILE$/, '');

const adviceFor = (name: string, env: Environment): string | undefined => {
  const whole = setting(name);
  if (whole !== name && known.includes(whole)) {
    return `set ${whole} itself, because only secrets may be in files`;
  }
  const wanted = meant(name);
  // A secret that was read from its file is set too.
  return wanted === undefined || env[wanted] !== undefined || env[setting(wanted)] !== undefined
    ? undefined
    : `did you mean ${wanted}?`;
};

/** Names variables that are close misses of those that Pasarela reads and that are not set, one sentence each. Never repeats a value. */
export const nearMisses = (env: Environment): ReadonlyArray<string> =>
  // Its module reads variables that only it knows.
  (isModulePath(readVariable(env, 'PROCESSOR') ?? '') ? [] : Object.keys(env)).flatMap((name) => {
    if (known.includes(name) || env[name]?.trim() === '' || !/^[a-z][\w-]{2,59}$/i.test(name)) {
      return [];
    }
    const advice = adviceFor(name, env);
    return advice === undefined ? [] : [`Pasarela does not read ${name}: ${advice}`];
  });
