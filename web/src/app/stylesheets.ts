/** The page's stylesheets come beside its scripts, held up by nothing: whatever is drawn waits for them. */

/** One that cannot be had is waited for no longer: plain words are better than none. */
export async function stylesheetsLoaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  await Promise.all(Array.from(links, loaded));
}

function loaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    if (link.sheet) resolve();
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
  });
}
