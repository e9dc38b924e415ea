/** The page's stylesheets come beside its scripts, held up by nothing: whatever is drawn waits for them. */

/** Not every browser says so when a sheet could not be had before anybody asked. */
const longestWaitMs = 5_000;

/** One that cannot be had is waited for no longer: plain words are better than none. */
export async function stylesheetsLoaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const wait = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  await Promise.race([Promise.all(Array.from(links, loaded)), wait]);
}

function loaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    if (link.sheet) resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
  });
}
