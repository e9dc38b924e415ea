// Sets theme, contrast, motion, text size and palette before the first paint, so that nothing flashes.
// A file of its own, because a page that the server has filled does without it.
(() => {
  const read = (key) => {
    try {
      const kept = JSON.parse(localStorage.getItem(key));
      return kept && kept.v === 1 ? kept.value : null;
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const set = (name, value) => value && root.setAttribute(name, value);
  const settings = read('accessibility_settings') || {};
  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') set('data-theme', theme);
  // What was chosen, else what the system asks for.
  const wants = (chosen, query) =>
    typeof chosen === 'boolean' ? chosen : matchMedia(query).matches;
  if (wants(settings.highContrastMode, '(prefers-contrast: more)')) set('data-contrast', 'high');
  const isStill = wants(settings.reducedMotion, '(prefers-reduced-motion: reduce)');
  set('data-motion', isStill ? 'reduced' : 'full');
  set('data-font-size', typeof settings.fontSize === 'string' ? settings.fontSize : 'medium');
  set(
    'data-color-vision',
    typeof settings.colorBlindnessMode === 'string' ? settings.colorBlindnessMode : 'none',
  );
})();
