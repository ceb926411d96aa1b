import { updateNode } from '@diorama/shared/scene/ops.ts';
import { flagNotesOf } from '../commands/notes-of-file.ts';
import type { Editor } from '../editor.ts';
import { broughtFile } from '../queries/brought-file.ts';
import type { AssetsManager } from './assets.ts';

/** What nodes had before this tab sent files for them, for as long as nothing has come of those. */
export class FormerFiles {
  readonly #editor: Editor;
  readonly #assets: AssetsManager;
  /** By node: what it had, and what was made in its place, which is all that may be given up again. */
  readonly #replaced = new Map<string, { before: string; made: string }>();
  /** What was made for nodes that had nothing. */
  readonly #first = new Map<string, string>();

  constructor(editor: Editor, assets: AssetsManager) {
    this.#editor = editor;
    this.#assets = assets;
  }

  /** Whether something else is made for a node than what it has. */
  isReplaced(nodeId: string, made: string): boolean {
    const now = this.#fileNow(nodeId);
    return now !== null && now !== made;
  }

  /** Notes what a node had before something was made for it; of several it is what was there before the first. */
  note(nodeId: string, made: string): void {
    const now = this.#fileNow(nodeId);
    if (now === null) {
      this.#first.set(nodeId, made);
    } else if (this.has(nodeId)) {
      this.#replaced.set(nodeId, { before: this.#replaced.get(nodeId)?.before ?? now, made });
    } else if (now !== made && this.#assets.get().get(now)?.status === 'ready') {
      this.#replaced.set(nodeId, { before: now, made });
    } else {
      this.settle(nodeId);
    }
  }

  /** Whether a node has what was made here in place of something else; somebody else may have replaced it since. */
  has(nodeId: string): boolean {
    const replaced = this.#replaced.get(nodeId);
    return replaced !== undefined && replaced.made === this.#fileNow(nodeId);
  }

  /** Whether a file is what was made for a node that had nothing. */
  isFirst(nodeId: string, iri: string): boolean {
    return this.#first.get(nodeId) === iri;
  }

  /** Something has come of what was sent last. */
  settle(nodeId: string): void {
    this.#replaced.delete(nodeId);
  }

  forget(nodeId: string): void {
    this.settle(nodeId);
    this.#first.delete(nodeId);
  }

  /** Gives a node its file back, which is no step of the history. False where it had none, or may not be changed. */
  giveBack(nodeId: string): boolean {
    const replaced = this.#replaced.get(nodeId);
    if (!replaced || !this.has(nodeId) || this.#editor.isReadOnly.get()) {
      return false;
    }
    this.settle(nodeId);
    this.#editor.amend(() => {
      updateNode<'model' | 'image'>(this.#editor.ydoc, nodeId, { props: { asset: replaced.before } });
      flagNotesOf(this.#editor, nodeId, false);
    });
    return true;
  }

  #fileNow(nodeId: string): string | null {
    return broughtFile(this.#editor.scene.node(nodeId));
  }
}
