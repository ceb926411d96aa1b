import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { AssetsManager } from '../../../managers/assets.ts';
import type { SceneReader } from '../../../parts.ts';
import type { ImportPlaces } from './import-places.ts';
import type { ImportStates } from './import-states.ts';
import { importedFile } from './imported-file.ts';

type ImportSizesParts = {
  assets: AssetsManager;
  places: ImportPlaces;
  states: Pick<ImportStates, 'watch' | 'unwatch'>;
};

/** Asks for size and orientation of models whose files lack that information. */
export class ImportSizes {
  readonly #editor: SceneReader;
  readonly #parts: ImportSizesParts;
  /** Library models to ask about once their assets are loaded, and those already asked about. */
  readonly #toAsk = new Set<string>();
  readonly #asked = new Set<string>();

  constructor(editor: SceneReader, parts: ImportSizesParts) {
    this.#editor = editor;
    this.#parts = parts;
  }

  /** Asks about a model once its asset is loaded. */
  askSoon(nodeId: string): void {
    this.#toAsk.add(nodeId);
  }

  /** Asks about the models whose assets have been loaded. */
  ask(): void {
    const { places, states } = this.#parts;
    for (const nodeId of this.#toAsk) {
      const asset = this.#assetOf(nodeId);
      if (!this.#editor.scene.node(nodeId) || asset?.status === 'ready') {
        this.#toAsk.delete(nodeId);
      }
      if (asset?.status === 'ready' && places.ask(nodeId, asset)) {
        this.#asked.add(nodeId);
        states.watch(nodeId);
      }
    }
  }

  /** Scales a model around its base. @returns whether it was scaled */
  scale(nodeId: string, factor: number): boolean {
    return this.#parts.places.scale(nodeId, this.#assetOf(nodeId), factor);
  }

  /** Keeps a model's size and closes the question. */
  keep(nodeId: string): void {
    this.#parts.places.settle(nodeId);
    if (this.#asked.delete(nodeId)) {
      // No other note about the import remains.
      this.#parts.states.unwatch(nodeId);
    }
  }

  /** Rotates a Z-up model upright. @returns whether it was rotated */
  standUp(nodeId: string): boolean {
    return this.#parts.places.standUp(nodeId, this.#assetOf(nodeId));
  }

  #assetOf(nodeId: string): Asset | undefined {
    const iri = importedFile(this.#editor.scene.node(nodeId));
    return iri === null ? undefined : this.#parts.assets.byIri.value.get(iri);
  }
}
