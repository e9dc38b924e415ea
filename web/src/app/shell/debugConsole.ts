/** What the Debug Console entry does: the wrapper's own console, or hints in the browser's. */
import type { NativeBridge } from '../../platform/bridge.ts';

export function openDebugConsole(bridge: NativeBridge): void {
  if (bridge.openConsole()) return;
  // biome-ignore lint/suspicious/noConsole: hints for the one account that asked for them
  console.info('Halcyon debug hints', {
    address: location.href,
    language: document.documentElement.lang,
    online: navigator.onLine,
    serviceWorker: 'serviceWorker' in navigator,
    storedKeys: Object.keys(localStorage),
  });
}
