import { foreignText } from '../judge/words.js';
import type { SmallestPlan } from '../result/torture-result.js';

const entryPoint = 'pasarela/torture';

/**
 * A test file that runs a smallest plan again, for node:test, mocha, jest and vitest. `configuration`: the file of the options, from
 * where the test is: `../torture.config.mjs`.
 */
export const replayTestText = (
  { finding, plan }: SmallestPlan,
  title: string,
  configuration: string,
): string => `// ${title}: ${foreignText(finding.message)}
// Written by pasarela torture. Move it to your tests, and adapt the path of the configuration.
import { loadConfiguration, torture } from ${JSON.stringify(entryPoint)};

// The test function of mocha, jest or vitest (with globals), or that of node:test.
const test = globalThis.it ?? (await import('node:test')).test;

const replay = ${JSON.stringify(plan, null, 2)};

const options = await loadConfiguration(new URL(${JSON.stringify(configuration)}, import.meta.url));

test(${JSON.stringify(`${title} does not happen again`)}, async function () {
  // The two seconds of mocha are not enough; the others take the last argument.
  this?.timeout?.(120_000);
  await torture(options, { replay });
}, 120_000);
`;
