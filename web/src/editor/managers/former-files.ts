import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import type { Editor } from '../editor.ts';
import type { AssetsManager } from './assets.ts';

/** What nodes had before this tab sent files for them, for as long as nothing has come of those. */
export class FormerFiles {
  readonly #editor: Editor;
  readonly #assets: AssetsManager;
  readonly #before = new Map<string, string>();
  /** What was made for nodes that had nothing. */
  readonly #first = new Map<string, string>();

  constructor(editor: Editor, assets: AssetsManager) {
    this.#editor = editor;
    this.#assets = assets;
  }

  /** Notes what a node had before something was made for it; of several it is what was there before the first. */
  note(nodeId: string, made: string): void {
    const node = this.#editor.scene.node(nodeId);
    const before = (node && fileOf(node)?.asset) ?? null;
    if (before === null) {
      this.#first.set(nodeId, made);
    } else if (before !== made && this.#assets.get().get(before)?.status === 'ready' && !this.has(nodeId)) {
      this.#before.set(nodeId, before);
    }
  }

  has(nodeId: string): boolean {
    return this.#before.has(nodeId);
  }

  /** Whether a file is what was made for a node that had nothing. */
  isFirst(nodeId: string, iri: string): boolean {
    return this.#first.get(nodeId) === iri;
  }

  /** Something has come of what was sent last. */
  settle(nodeId: string): void {
    this.#before.delete(nodeId);
  }

  forget(nodeId: string): void {
    this.settle(nodeId);
    this.#first.delete(nodeId);
  }

  /** Gives a node its file back, which is no step of the history. False where it had none, or may not be changed. */
  giveBack(nodeId: string): boolean {
    const iri = this.#before.get(nodeId);
    if (iri === undefined || this.#editor.isReadOnly.get()) {
      return false;
    }
    this.#before.delete(nodeId);
    this.#editor.amend(() => updateNode<'model'>(this.#editor.ydoc, nodeId, { props: { asset: iri } }));
    return true;
  }
}
