/**
 * Runs the state machine of `machine.ts`: calls the device, runs timers and stores the permission for the next visit. The
 * machine is loaded when it is first needed, because no page needs it for its first rendering.
 */
import { readStored, writeStored } from '../../storage/store.ts';
import type { NativeBridge } from '../bridge.ts';
import type { LocatorEffect, LocatorEvent, step } from './machine.ts';
import { firstState, type LocatorState } from './state.ts';

export class Locator {
  readonly #bridge: NativeBridge;
  #step: typeof step | null;
  readonly #listeners = new Set<() => void>();
  #state = rememberedState();
  #waiting: Array<(state: LocatorState) => void> = [];

  constructor(bridge: NativeBridge, loadedStep: typeof step | null = null) {
    this.#bridge = bridge;
    this.#step = loadedStep;
  }

  get state(): LocatorState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the permission without prompting the user. */
  check(): Promise<LocatorState> {
    return this.#run({ type: 'checkWanted' });
  }

  /** Requests the device's position; this may prompt the user for permission. */
  locate(isOwnTap: boolean): Promise<LocatorState> {
    return this.#run({ type: 'locateWanted', isOwnTap });
  }

  /** Starts over for another user. */
  reset(): void {
    const { rounds } = this.#state;
    // The counter continues, so that responses to requests of the previous user are dropped.
    this.#become({ ...rememberedState(), rounds });
  }

  async #run(event: LocatorEvent): Promise<LocatorState> {
    try {
      this.#step ??= (await import('./machine.ts')).step;
    } catch {
      // Offline. The next attempt loads it again.
      if (event.type === 'locateWanted') {
        this.#become({ ...this.#state, problem: { name: 'unavailable' } });
      }
      return this.#state;
    }
    this.#dispatch(event);
    if (!this.#state.round) return this.#state;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #dispatch(event: LocatorEvent): void {
    if (!this.#step) return;
    const facts = { now: Date.now(), isWrapped: this.#bridge.platform !== 'web' };
    const [next, effects] = this.#step(this.#state, event, facts);
    this.#become(next);
    for (const effect of effects) this.#carryOut(effect);
  }

  #become(next: LocatorState): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    if (next.status !== before.status) writeStored('permissionStatus', next.status);
    if (next.wasAsked !== before.wasAsked) writeStored('permissionAsked', next.wasAsked);
    if (!next.round) this.#settle();
    for (const listener of this.#listeners) listener();
  }

  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(this.#state);
  }

  #carryOut(effect: LocatorEffect): void {
    if (effect.type === 'after') {
      setTimeout(() => this.#dispatch(effect.event), effect.ms);
    } else if (effect.type === 'check') {
      void this.#bridge
        .locationPermission(effect.timeoutMs, effect.wasAsked)
        .then((answer) => this.#dispatch({ type: 'checked', id: effect.id, answer }));
    } else {
      void this.#bridge
        .currentPosition(effect.timeoutMs, effect.isOwnTap)
        .then((answer) => this.#dispatch({ type: 'located', id: effect.id, answer }));
    }
  }
}

function rememberedState(): LocatorState {
  return firstState(readStored('permissionStatus'), readStored('permissionAsked'));
}
