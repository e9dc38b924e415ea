/** The menu's Debug Console entry: opens the wrapper's console, or logs hints in the browser's. */
import type { NativeBridge } from '../../platform/bridge.ts';

export function openDebugConsole(bridge: NativeBridge): void {
  if (bridge.openConsole()) return;
  // biome-ignore lint/suspicious/noConsole: hints for the account that may open the debug console
  console.info('Halcyon debug hints', {
    address: location.href,
    language: document.documentElement.lang,
    online: navigator.onLine,
    serviceWorker: 'serviceWorker' in navigator,
    storedKeys: Object.keys(localStorage),
  });
}
