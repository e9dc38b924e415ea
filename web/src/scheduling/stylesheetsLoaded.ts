/**
 * Waits for the stylesheets, which load in parallel with the scripts and do not block the first paint.
 * Needed for the limit of 1.5 s largest paint (docs/benchmarks.md, "Pages"; decision 0085).
 */

/** Some browsers report no error for a stylesheet that failed before the listener was added. */
const maxWaitMs = 5_000;

/** A stylesheet that fails is not waited for: an unstyled page is better than none. */
export async function stylesheetsLoaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all(Array.from(links, loaded)), timeout]);
}

function loaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    if (link.sheet) resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
  });
}
