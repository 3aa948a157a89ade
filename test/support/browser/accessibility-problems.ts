import axe, { type AxeResults, type ImpactValue } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const impacts = ['minor', 'moderate', 'serious', 'critical'] as const;

// axe looks into frames only when a script of theirs answers it, so each frame is checked by itself.
const violationsIn = async (frame: Frame): Promise<AxeResults['violations']> => {
  // By the debugger's protocol, which the page's content security policy does not hinder.
  await frame.evaluate(axe.source);
  return frame.evaluate<AxeResults['violations']>(
    `axe.run({ resultTypes: ['violations'], iframes: false }).then((found) => found.violations)`,
  );
};

const linesOf = ({ impact, id, help, nodes }: AxeResults['violations'][number]): string =>
  [
    `${impact} ${id}: ${help}`,
    ...nodes.map(
      ({ target, html, any, all, none }) =>
        `  ${target.join(' ')}  ${html.slice(0, 120)}\n    ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
    ),
  ].join('\n');

/**
 * The problems that axe-core finds for people with disabilities in a page and its frames, as it looks now: a text for each rule, with the
 * elements that break it. `from`: the least impact that counts, by default any.
 */
export const accessibilityProblems = async (
  page: Page,
  from: NonNullable<ImpactValue> = 'minor',
): Promise<ReadonlyArray<string>> => {
  const found = await Promise.all(page.frames().map(violationsIn));
  return found
    .flat()
    .filter(({ impact }) => impacts.indexOf(impact ?? 'critical') >= impacts.indexOf(from))
    .map(linesOf);
};
