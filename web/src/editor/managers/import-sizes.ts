import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { Editor } from '../editor.ts';
import { broughtFile } from '../queries/brought-file.ts';
import type { AssetsManager } from './assets.ts';
import type { ImportPlaces } from './import-places.ts';
import type { ImportStates } from './import-states.ts';

/** What the sizes of imports are asked about with. */
export type ImportSizesParts = {
  assets: AssetsManager;
  places: ImportPlaces;
  states: Pick<ImportStates, 'watch' | 'unwatch'>;
};

/** Asks how large models are that stand in the scene, where their files say too little, and how they stand. */
export class ImportSizes {
  readonly #editor: Editor;
  readonly #parts: ImportSizesParts;
  /** Models that were in the library, whose size is to be asked about once their files are known, and those that were. */
  readonly #toAsk = new Set<string>();
  readonly #asked = new Set<string>();

  constructor(editor: Editor, parts: ImportSizesParts) {
    this.#editor = editor;
    this.#parts = parts;
  }

  /** Asks about a model as soon as its file is known. */
  askSoon(nodeId: string): void {
    this.#toAsk.add(nodeId);
  }

  /** Asks about those whose files have become known. */
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

  /** Scales a model around where it stands on the ground. @returns whether it was */
  scale(nodeId: string, factor: number): boolean {
    return this.#parts.places.scale(nodeId, this.#assetOf(nodeId), factor);
  }

  /** A model is as large as it is to be. */
  keep(nodeId: string): void {
    this.#parts.places.settle(nodeId);
    if (this.#asked.delete(nodeId)) {
      // There was nothing else to tell.
      this.#parts.states.unwatch(nodeId);
    }
  }

  /** Lets a model that lies stand up. @returns whether it did */
  standUp(nodeId: string): boolean {
    return this.#parts.places.standUp(nodeId, this.#assetOf(nodeId));
  }

  #assetOf(nodeId: string): Asset | undefined {
    const iri = broughtFile(this.#editor.scene.node(nodeId));
    return iri === null ? undefined : this.#parts.assets.get().get(iri);
  }
}
