import { updateNode } from '@diorama/shared/scene/ops.ts';
import type { AssetsManager } from '../../../managers/assets.ts';
import type { DrawnScene, SceneWriter } from '../../../parts.ts';
import { flagFileAnnotations, projectAnnotations } from '../../annotations/model/flag-file-annotations.ts';
import type { CompletedUploads } from './completed-uploads.ts';
import { importedFile } from './imported-file.ts';
import type { PreviousFiles } from './previous-files.ts';

type ImportResultsParts = { assets: AssetsManager; ended: CompletedUploads; previous: PreviousFiles };

/** Assigns uploaded assets to nodes, and moves annotations onto the replaced file. */
export class ImportResults {
  readonly #editor: DrawnScene & SceneWriter;
  readonly #parts: ImportResultsParts;
  /** Nodes whose annotations wait until the replacement is drawn. */
  readonly #replaced = new Set<string>();

  constructor(editor: DrawnScene & SceneWriter, parts: ImportResultsParts) {
    this.#editor = editor;
    this.#parts = parts;
  }

  /** Assigns pending results to nodes once the scene can be edited. */
  apply(): void {
    const { ended, previous } = this.#parts;
    if (this.#editor.isReadOnly.value) {
      return;
    }
    const fileOf = (nodeId: string) => {
      const node = this.#editor.scene.node(nodeId);
      return node && importedFile(node);
    };
    for (const [nodeId, iri] of ended.take(fileOf)) {
      const isReplaced = previous.isReplaced(nodeId, iri);
      previous.note(nodeId, iri);
      if (isReplaced) {
        this.#replaced.add(nodeId);
      }
      this.#editor.amend(() => {
        updateNode<'model' | 'image'>(this.#editor.ydoc, nodeId, { props: { asset: iri } });
        if (isReplaced) {
          flagFileAnnotations(this.#editor, nodeId);
        }
      });
    }
  }

  /** Projects annotations onto replaced models, once these are drawn. */
  projectNotes(): void {
    if (this.#replaced.size === 0 || this.#editor.isReadOnly.value) {
      return;
    }
    const undrawn = this.#editor.undrawn.value;
    const assets = this.#parts.assets.byIri.value;
    const isReady = (id: string) => {
      const node = this.#editor.scene.node(id);
      return (
        node !== undefined && !undrawn.has(id) && assets.get(importedFile(node) ?? '')?.status === 'ready'
      );
    };
    for (const nodeId of [...this.#replaced].filter(isReady)) {
      this.#replaced.delete(nodeId);
      this.#editor.amend(() => projectAnnotations(this.#editor, nodeId));
    }
  }

  forget(nodeId: string): void {
    this.#replaced.delete(nodeId);
  }
}
