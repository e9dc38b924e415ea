/** Brings a provider's script into the page when its button is pressed, once; one that failed may be tried again. */
const loading = new Map<string, Promise<void>>();

export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)));
  });
  script.src = address;
  script.async = true;
  document.head.append(script);
  loading.set(address, loaded);
  loaded.catch(() => {
    script.remove();
    loading.delete(address);
  });
  return loaded;
}
