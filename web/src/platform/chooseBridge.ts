/** Detects at start whether the app runs in the native wrapper; only then is the wrapper's SDK loaded. */
import type { NativeBridge } from './bridge.ts';
import { createWebBridge } from './webBridge.ts';

const wrapperUserAgent = /Natively\/(iOS|iPadOS|Android)/;

function isWrapped(): boolean {
  return wrapperUserAgent.test(navigator.userAgent) || '$agent' in window;
}

export async function chooseBridge(): Promise<NativeBridge> {
  if (!isWrapped()) return createWebBridge();
  const { createNativelyBridge } = await import('./nativelyBridge.ts');
  return createNativelyBridge(createWebBridge());
}
