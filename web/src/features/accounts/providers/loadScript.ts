/** Loads a provider's script once, when its button is pressed; a failed load may be tried again. */
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
