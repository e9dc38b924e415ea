/** Draws the map on three canvases: land below, the field of one frame, and alerts and names above. Each is drawn again only
 * for what it shows, at most once in an animation frame. */
import { type BaseTile, readBaseTile } from './baseTile.ts';
import { BufferedLayer, sizedContext } from './bufferedLayer.ts';
import { type Area, areaSteps } from './drawAreas.ts';
import { baseSteps, baseZoom } from './drawBase.ts';
import { type Town, townSteps } from './drawTowns.ts';
import type { MapColors } from './mapColors.ts';
import { type Frame, TilePainter } from './tilePainter.ts';
import { TileStore } from './tileStore.ts';
import { type CanvasSize, type MapView, type PlacedTile, type Size, tilesOn } from './view.ts';

interface ShownField {
  frame: Frame;
  /** Frames that are loaded and coloured ahead. */
  ahead: readonly Frame[];
  view: MapView;
  size: CanvasSize;
}

interface ShownBase {
  /** In the address of the tiles of land. */
  version: string;
  language: string;
  place: Omit<Town, 'population'>;
  /** Where alerts apply. */
  areas: readonly Area[];
  view: MapView;
  size: CanvasSize;
}

/** Some screens of nineteen frames. */
const maxFieldTiles = 400;
const maxBaseTiles = 100;

export class MapDrawer {
  readonly painter: TilePainter;
  private readonly land: TileStore<BaseTile>;
  private readonly towns: TileStore<Town[]>;
  private readonly landLayer = new BufferedLayer(() => this.baseFrame.request());
  private readonly namesLayer = new BufferedLayer(() => this.baseFrame.request());
  private readonly fieldFrame = new NextFrame();
  private readonly baseFrame = new NextFrame();
  private readonly loadedFrame = new NextFrame();
  private colors: MapColors | null = null;
  private base: ShownBase | null = null;
  /** Change with everything that land and names depend on, but for the view. */
  private landContent = 0;
  private namesContent = 0;

  /** `onLoaded` is called when there is more to say about what is shown. */
  constructor(zoom: { min: number; max: number }, onLoaded: () => void) {
    const bytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());
    const onField = (path: string) => {
      if (this.painter.isShown(path)) {
        this.fieldFrame.request();
        this.loadedFrame.request(onLoaded);
      } else this.painter.paintAhead();
    };
    const onLand = () => {
      this.landContent++;
      this.baseFrame.request();
    };
    const onTowns = () => {
      this.namesContent++;
      this.baseFrame.request();
      this.loadedFrame.request(onLoaded);
    };
    this.painter = new TilePainter(new TileStore(bytes, onField, maxFieldTiles), zoom, () =>
      this.fieldFrame.request(),
    );
    this.land = new TileStore(
      async (response) => readBaseTile(await bytes(response)),
      onLand,
      maxBaseTiles,
    );
    this.towns = new TileStore((response) => response.json(), onTowns, maxBaseTiles);
  }

  setColors(colors: MapColors): void {
    this.colors = colors;
    this.landContent++;
    this.namesContent++;
    this.painter.setColors(colors.fields);
    this.fieldFrame.request();
    this.baseFrame.request();
  }

  showField(canvas: HTMLCanvasElement, { frame, ahead, view, size }: ShownField): void {
    this.fieldFrame.request(() => {
      const context = sizedContext(canvas, size);
      if (!context) return;
      this.painter.draw(context, frame, view, size);
      this.painter.prepare(ahead, view, size);
    });
  }

  showBase(land: HTMLCanvasElement, names: HTMLCanvasElement, shown: ShownBase): void {
    const last = this.base;
    if (last?.version !== shown.version) this.landContent++;
    const hasSameNames =
      last?.language === shown.language &&
      isSamePlace(last.place, shown.place) &&
      last.areas === shown.areas;
    if (!hasSameNames) this.namesContent++;
    this.base = shown;
    this.baseFrame.request(() => this.drawBase(land, names, shown));
  }

  /** The towns of a view that are known. */
  townsOn(view: MapView, size: Size, language: string): Town[] {
    return tilesOn(view, size, baseZoom(view)).flatMap(
      (tile) => this.towns.peek(townsPath(language, tile)) ?? [],
    );
  }

  stop(): void {
    for (const frame of [this.fieldFrame, this.baseFrame, this.loadedFrame]) frame.cancel();
    this.landLayer.stop();
    this.namesLayer.stop();
    this.painter.stop();
  }

  private drawBase(land: HTMLCanvasElement, names: HTMLCanvasElement, shown: ShownBase): void {
    const { version, language, place, areas, view, size } = shown;
    const [below, above] = [sizedContext(land, size), sizedContext(names, size)];
    const colors = this.colors;
    if (!below || !above || !colors) return;
    this.landLayer.draw(below, {
      view,
      size,
      content: this.landContent,
      steps: (drawn) =>
        baseSteps(view, drawn, colors, (tile) =>
          this.land.get(`/api/rain/base/${version}/${positionOf(tile)}`),
        ),
    });
    this.namesLayer.draw(above, {
      view,
      size,
      content: this.namesContent,
      steps: (drawn) => {
        const towns = tilesOn(view, drawn, baseZoom(view)).flatMap(
          (tile) => this.towns.get(townsPath(language, tile)) ?? [],
        );
        return [
          ...areaSteps(view, drawn, colors.alert, areas),
          ...townSteps({ view, size: drawn, seen: size, place, towns }, colors),
        ];
      },
    });
  }
}

/** Runs the latest work once in the next animation frame. */
class NextFrame {
  private handle = 0;
  private work: (() => void) | null = null;

  /** Without new work, the last one is repeated. */
  request(work?: () => void): void {
    this.work = work ?? this.work;
    if (this.handle !== 0 || !this.work) return;
    this.handle = requestAnimationFrame(() => {
      this.handle = 0;
      this.work?.();
    });
  }

  cancel(): void {
    cancelAnimationFrame(this.handle);
    this.handle = 0;
    this.work = null;
  }
}

function isSamePlace(place: ShownBase['place'], other: ShownBase['place']): boolean {
  return (
    place.name === other.name &&
    place.latitude === other.latitude &&
    place.longitude === other.longitude
  );
}

const positionOf = ({ zoom, x, y }: PlacedTile) => `${zoom}/${x}/${y}`;

const townsPath = (language: string, tile: PlacedTile) =>
  `/api/rain/towns/${language}/${positionOf(tile)}`;
