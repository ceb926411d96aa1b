import type { AssetsManager } from '../../../managers/assets.ts';
import type { SceneWriter } from '../../../parts.ts';
import { addVariantOption, choosesVariant } from '../../options/model/options.ts';
import { importedFile } from './imported-file.ts';

/** Makes options of the material variants of inserted models, as a part of the step that inserted them. */
export class ImportVariants {
  readonly #editor: SceneWriter;
  readonly #assets: AssetsManager;
  /** Inserted models whose files are not ready. */
  readonly #waiting = new Set<string>();

  constructor(editor: SceneWriter, assets: AssetsManager) {
    this.#editor = editor;
    this.#assets = assets;
  }

  /** Registers an inserted model, whose variants become an option once its file is read. */
  add(nodeId: string): void {
    this.#waiting.add(nodeId);
  }

  /** Makes options of the models whose files are ready, once for each file. */
  make(): void {
    const { scene, history, recording, isReadOnly } = this.#editor;
    for (const nodeId of isReadOnly.value ? [] : this.#waiting) {
      const iri = importedFile(scene.node(nodeId));
      const asset = this.#assets.byIri.value.get(iri ?? '');
      if (scene.node(nodeId) && asset?.status !== 'ready') {
        continue;
      }
      this.#waiting.delete(nodeId);
      const variants = asset?.extra.variants ?? [];
      const isDone = scene
        .nodesOf('model')
        .some(([id, node]) => importedFile(node) === iri && choosesVariant(this.#editor, id));
      if (variants.length > 1 && !isDone) {
        history.join(nodeId, () => recording.edit(() => addVariantOption(this.#editor, nodeId, variants)));
      }
    }
  }
}
