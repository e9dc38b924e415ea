/** A part of a page that may break without taking the page down; the app says what then stands in its place. */
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
