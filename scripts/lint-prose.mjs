import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lint } from 'markdownlint/sync';
import { rules, userRules } from './prose/rules.mjs';

// Checks the English of the documents: `node scripts/lint-prose.mjs`. Exits with 1 when a rule is broken.

const inFolder = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

// Generated pages have the words of their sources, and the table of decisions is for looking up one of them.
const generated = /(?:architecture|licences|fidelity|interface-decisions)\.md$/;

export const lintProse = (files, customRules) =>
  lint({
    files,
    customRules,
    config: {
      default: false,
      ...Object.fromEntries(customRules.map(({ names: [name] }) => [name, true])),
    },
  });

export const findings = () =>
  [
    lintProse(['README.md', ...inFolder('docs')], userRules),
    lintProse(
      ['CONTRIBUTING.md', 'SECURITY.md', ...inFolder('docs/internals')].filter(
        (file) => !generated.test(file),
      ),
      rules,
    ),
  ].flatMap((results) =>
    Object.entries(results).flatMap(([file, problems]) =>
      problems.map(({ lineNumber, ruleNames, ruleDescription, errorDetail }) => ({
        place: `${file.replaceAll('\\', '/')}:${lineNumber}`,
        rule: ruleNames[0],
        problem: `${ruleDescription}: ${errorDetail}`,
      })),
    ),
  );

if (process.argv[1]?.endsWith('lint-prose.mjs')) {
  const found = findings();
  for (const { place, rule, problem } of found) console.log(`${place} ${rule}: ${problem}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
