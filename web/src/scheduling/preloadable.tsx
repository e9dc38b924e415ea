/**
 * A component in its own chunk that can be loaded ahead. Keeps the pages out of the first load and its limit of 130 kB
 * (docs/benchmarks.md, "Pages"); a chunk that loads quickly replaces the previous page without a placeholder in between.
 */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

interface LoadedModule {
  default: ComponentType;
  /** Loads what the first rendering of the page shows. */
  loadAhead?(language: string): Promise<LoadedQuery>;
}

/** An entry for the query cache. */
export interface LoadedQuery {
  queryKey: readonly unknown[];
  data: unknown;
}

export interface Preloadable {
  load: () => Promise<LoadedModule>;
  /**
   * The component itself once it is loaded. Before that, one that suspends; after a navigation it shows the placeholder
   * when the chunk is late. The first page has none, because the server's first paint is still shown.
   */
  component: (isNavigation: boolean) => ComponentType;
}

/** The previous page stays visible this long before the placeholder appears. */
const placeholderDelayMs = 100;

export function preloadable(
  importModule: () => Promise<LoadedModule>,
  placeholder: ReactNode,
): Preloadable {
  let loaded: LoadedModule | null = null;
  const load = async () => {
    loaded ??= await importModule();
    return loaded;
  };
  // Created once: a suspended page renders from scratch, so a new lazy component each time would never resolve.
  const Suspending = lazy(load);
  const withPlaceholder: LoadedModule = {
    default: () => (
      <Suspense fallback={placeholder}>
        <Suspending />
      </Suspense>
    ),
  };
  const delay = () =>
    new Promise<LoadedModule>((resolve) =>
      setTimeout(resolve, placeholderDelayMs, withPlaceholder),
    );
  const Delayed = lazy(() => Promise.race([load(), delay()]));
  return {
    load,
    component: (isNavigation) => loaded?.default ?? (isNavigation ? Delayed : Suspending),
  };
}
