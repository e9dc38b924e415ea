/** The writes that failed without a response, so that the network toast can repeat them. */
import type { Mutation, MutationCache } from '@tanstack/react-query';
import { NetworkError } from '../../api/errors.ts';

export class FailedWrites {
  readonly #writes = new Set<Mutation<unknown, unknown, unknown>>();

  /** `onFailure` is called before the write is noted. Returns a function that stops watching. */
  watch(cache: MutationCache, onFailure: () => void): () => void {
    return cache.subscribe((event) => {
      if (event.type === 'observerRemoved') {
        // Its form was submitted again or closed: repeating it would send it twice, or against the user's will.
        this.#writes.delete(event.mutation);
      } else if (event.type === 'updated' && event.action.type === 'error') {
        if (!(event.action.error instanceof NetworkError)) return;
        onFailure();
        this.#writes.add(event.mutation);
      }
    });
  }

  clear(): void {
    this.#writes.clear();
  }

  /** Runs each mutation again, so that its form shows the progress and the result. */
  retry(): void {
    const writes = [...this.#writes];
    this.clear();
    for (const write of writes) {
      // A further failure is reported by the mutation and by another toast.
      void write.execute(write.state.variables).catch(() => undefined);
    }
  }
}
