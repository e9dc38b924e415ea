/**
 * A component in its own chunk that can be loaded ahead. Keeps the pages out of the first load and its limit of 110 kB
 * (docs/benchmarks.md, "Pages"); a chunk that loads quickly replaces the previous page without a placeholder in between.
 */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

interface LoadedModule<Props> {
  default: ComponentType<Props>;
  /** Loads what the first rendering of the page shows. */
  loadAhead?(language: string): Promise<LoadedQuery | null>;
}

/** An entry for the query cache. */
export interface LoadedQuery {
  queryKey: readonly unknown[];
  data: unknown;
}

export interface Preloadable<Props = object> {
  load: () => Promise<LoadedModule<Props>>;
  /**
   * The component itself once it is loaded. Before that, one that suspends; after a navigation it shows the placeholder
   * when the chunk is late. The first page has none, because the server's first paint is still shown.
   */
  component: (isNavigation: boolean) => ComponentType<Props>;
}

/** The previous page stays visible this long before the placeholder appears. */
const placeholderDelayMs = 100;

export function preloadable<Props extends object = object>(
  importModule: () => Promise<LoadedModule<Props>>,
  placeholder: ReactNode,
): Preloadable<Props> {
  let loaded: LoadedModule<Props> | null = null;
  const load = async () => {
    loaded ??= await importModule();
    return loaded;
  };
  // Created once: a suspended page renders from scratch, so a new lazy component each time would never resolve.
  const Suspending = lazy(load) as ComponentType<Props>;
  const withPlaceholder: LoadedModule<Props> = {
    default: (props) => (
      <Suspense fallback={placeholder}>
        <Suspending {...props} />
      </Suspense>
    ),
  };
  const delay = () =>
    new Promise<LoadedModule<Props>>((resolve) =>
      setTimeout(resolve, placeholderDelayMs, withPlaceholder),
    );
  const Delayed = lazy(() => Promise.race([load(), delay()])) as ComponentType<Props>;
  return {
    load,
    component: (isNavigation) => loaded?.default ?? (isNavigation ? Delayed : Suspending),
  };
}
