import { updateNode } from '@diorama/shared/scene/ops.ts';
import type { AssetsManager } from '../../../managers/assets.ts';
import type { SceneWriter } from '../../../parts.ts';
import { flagFileAnnotations } from '../../annotations/model/flag-file-annotations.ts';
import { importedFile } from './imported-file.ts';

/** Previous files of nodes for which this tab is uploading replacements, until the result is known. */
export class PreviousFiles {
  readonly #editor: SceneWriter;
  readonly #assets: AssetsManager;
  /** By node: the previous file, and its replacement, which is the only asset that may be reverted. */
  readonly #replaced = new Map<string, { before: string; made: string }>();
  /** Uploads for nodes that had no file. */
  readonly #first = new Map<string, string>();

  constructor(editor: SceneWriter, assets: AssetsManager) {
    this.#editor = editor;
    this.#assets = assets;
  }

  /** Whether the asset differs from the node's current file. */
  isReplaced(nodeId: string, made: string): boolean {
    const now = this.#fileNow(nodeId);
    return now !== null && now !== made;
  }

  /** Records a node's file before a replacement; repeated replacements keep the first. */
  note(nodeId: string, made: string): void {
    const now = this.#fileNow(nodeId);
    if (now === null) {
      this.#first.set(nodeId, made);
    } else if (this.has(nodeId)) {
      this.#replaced.set(nodeId, { before: this.#replaced.get(nodeId)?.before ?? now, made });
    } else if (now !== made && this.#assets.byIri.value.get(now)?.status === 'ready') {
      this.#replaced.set(nodeId, { before: now, made });
    } else {
      this.settle(nodeId);
    }
  }

  /** Whether a node shows a replacement of this tab; another user may have replaced it since. */
  has(nodeId: string): boolean {
    const replaced = this.#replaced.get(nodeId);
    return replaced !== undefined && replaced.made === this.#fileNow(nodeId);
  }

  /** Whether an asset was the node's first file. */
  isFirst(nodeId: string, iri: string): boolean {
    return this.#first.get(nodeId) === iri;
  }

  /** Ends tracking after a successful replacement. */
  settle(nodeId: string): void {
    this.#replaced.delete(nodeId);
  }

  forget(nodeId: string): void {
    this.settle(nodeId);
    this.#first.delete(nodeId);
  }

  /**
   * Restores a node's previous file, without a history step. Returns false if there is none or the scene is
   * read-only.
   */
  restore(nodeId: string): boolean {
    const replaced = this.#replaced.get(nodeId);
    if (!replaced || !this.has(nodeId) || this.#editor.isReadOnly.value) {
      return false;
    }
    this.settle(nodeId);
    this.#editor.amend(() => {
      updateNode<'model' | 'image'>(this.#editor.ydoc, nodeId, { props: { asset: replaced.before } });
      flagFileAnnotations(this.#editor, nodeId, false);
    });
    return true;
  }

  #fileNow(nodeId: string): string | null {
    return importedFile(this.#editor.scene.node(nodeId));
  }
}
