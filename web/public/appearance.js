// Sets theme, contrast, motion, text size and palette before the first paint, so that they do not change visibly later.
// A separate file, because pages rendered by the server do not need it.
(() => {
  const read = (key) => {
    try {
      const stored = JSON.parse(localStorage.getItem(key));
      return stored && stored.v === 1 ? stored.value : null;
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const set = (name, value) => value && root.setAttribute(name, value);
  const settings = read('accessibility_settings') || {};
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') set('data-theme', theme);
  // The stored setting, otherwise the system's preference.
  const isOn = (chosen, query) =>
    typeof chosen === 'boolean' ? chosen : matchMedia(query).matches;
  if (isOn(settings.highContrastMode, '(prefers-contrast: more)')) set('data-contrast', 'high');
  const isReduced = isOn(settings.reducedMotion, '(prefers-reduced-motion: reduce)');
  set('data-motion', isReduced ? 'reduced' : 'full');
  set('data-font-size', typeof settings.fontSize === 'string' ? settings.fontSize : 'medium');
  set(
    'data-color-vision',
    typeof settings.colorBlindnessMode === 'string' ? settings.colorBlindnessMode : 'none',
  );
})();
