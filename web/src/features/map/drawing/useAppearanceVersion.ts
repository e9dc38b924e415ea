/** A number that changes with the theme, the contrast, the palette and the colours of the system: what is drawn must then be drawn again. */
import { useEffect, useState } from 'react';

export function useAppearanceVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const next = () => setVersion((number) => number + 1);
    const observer = new MutationObserver(next);
    observer.observe(document.documentElement, { attributes: true });
    const system = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
      matchMedia(query),
    );
    for (const query of system) query.addEventListener('change', next);
    return () => {
      observer.disconnect();
      for (const query of system) query.removeEventListener('change', next);
    };
  }, []);
  return version;
}
