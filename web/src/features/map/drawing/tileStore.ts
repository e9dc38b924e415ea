/** Loads tiles and keeps the last ones: a view with its frames, not more. */

const maxRequests = 6;

export class TileStore<T> {
  private readonly tiles = new Map<string, T | null>();
  private readonly waiting = new Set<string>();
  private readonly done = new Set<string>();
  private requests = 0;

  /** `read` gets the body of a response; an empty one is null. `onLoad` is called after each tile. */
  constructor(
    private readonly read: (response: Response) => Promise<T>,
    private readonly onLoad: (path: string) => void,
    private readonly maxTiles: number,
  ) {}

  /** Undefined while it is not loaded; asks for it then. */
  get(path: string): T | null | undefined {
    const tile = this.tiles.get(path);
    if (tile !== undefined) {
      // The last used are kept.
      this.tiles.delete(path);
      this.tiles.set(path, tile);
      return tile;
    }
    if (!this.done.has(path)) this.waiting.add(path);
    this.loadNext();
    return undefined;
  }

  /** Without asking for it. */
  peek(path: string): T | null | undefined {
    return this.tiles.get(path);
  }

  /** Forgets what was asked for and has not begun: the view has changed. */
  forgetWaiting(): void {
    this.waiting.clear();
  }

  private loadNext(): void {
    while (this.requests < maxRequests) {
      const [path] = this.waiting;
      if (path === undefined) return;
      this.waiting.delete(path);
      this.done.add(path);
      this.requests++;
      void this.load(path);
    }
  }

  private async load(path: string): Promise<void> {
    try {
      const response = await fetch(path);
      if (!response.ok) throw new Error(`${response.status}`);
      this.tiles.set(path, response.status === 204 ? null : await this.read(response));
      for (const oldest of this.tiles.keys()) {
        if (this.tiles.size <= this.maxTiles) break;
        this.tiles.delete(oldest);
        this.done.delete(oldest);
      }
    } catch {
      // A frame that is gone, or no connection: not asked again until the page lists other frames.
    }
    this.requests--;
    this.onLoad(path);
    this.loadNext();
  }
}
