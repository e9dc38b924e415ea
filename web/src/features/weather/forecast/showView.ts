/** Presses the tab of a view, wherever on the page the forecast is. */
export function showView(view: string): void {
  const tab = document.querySelector<HTMLElement>(`[data-tab="${view}"]`);
  tab?.click();
  tab?.focus({ preventScroll: true });
  tab?.scrollIntoView({ block: 'start' });
}
