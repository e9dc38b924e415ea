/** A section of a page with its own error boundary; the app provides the fallback. */
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';

export const SectionFallbackContext = createContext<ComponentType<{ error: Error }> | null>(null);

export function SafeSection({ children }: { children: ReactNode }) {
  const Fallback = use(SectionFallbackContext);
  return (
    <ErrorBoundary fallback={(error) => Fallback && <Fallback error={error} />}>
      {children}
    </ErrorBoundary>
  );
}
