const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Opens the page of a challenge and presses one of its buttons, as a browser does: it posts the form to its action with
 * the button's name and value. Returns the address of the redirect.
 */
export const answerChallenge = async (url: string, button: string): Promise<URL> => {
  const page = await fetch(url);
  const html = await page.text();
  const form = /<form\b[^>]*>/.exec(html)?.[0];
  const tag = [...html.matchAll(/<button\b[^>]*>[^<]*/g)]
    .map(([found]) => found)
    .find((found) => found.endsWith(`>${button}`));
  if (form === undefined || tag === undefined) throw new Error(`no button ${button}: ${html}`);
  const answer = await fetch(new URL(attribute(form, 'action') ?? '', page.url), {
    method: attribute(form, 'method') ?? 'get',
    headers: { origin: new URL(page.url).origin },
    body: new URLSearchParams({
      [attribute(tag, 'name') ?? '']: attribute(tag, 'value') ?? '',
    }),
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(location);
};
