import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import * as Y from 'yjs';
import { Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SelectionManager } from './selection.ts';

/** What can be done with the history now. */
export type HistoryState = { canUndo: boolean; canRedo: boolean };

const SELECTION = 'selection';

/**
 * Undo and redo of the person's own edits. Each edit is one step; a mark makes several edits one step, such as those
 * of a slider that is being dragged. What others did is never undone.
 */
export class HistoryManager extends Manager {
  readonly state = new Store<HistoryState>({ canUndo: false, canRedo: false });
  readonly #ydoc: Y.Doc;
  readonly #selection: SelectionManager;
  readonly #undo: Y.UndoManager;
  /** The origin of the editor's own transactions: what undo follows. */
  readonly #origin = Symbol('edit');
  #selectionBefore: readonly string[] = [];
  #depthAtMark: number | null = null;

  constructor(ydoc: Y.Doc, selection: SelectionManager) {
    super();
    this.#ydoc = ydoc;
    this.#selection = selection;
    const { nodes, materials, scene } = sceneRoots(ydoc);
    this.#undo = new Y.UndoManager([nodes, materials, scene], {
      trackedOrigins: new Set([this.#origin]),
      captureTimeout: 0,
    });
    this.#undo.on('stack-item-added', ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }) => {
      if (!stackItem.meta.has(SELECTION)) {
        stackItem.meta.set(SELECTION, this.#selectionBefore);
      }
      this.#refresh();
    });
    this.#undo.on('stack-item-popped', ({ stackItem }: { stackItem: { meta: Map<unknown, unknown> } }) => {
      const ids = stackItem.meta.get(SELECTION);
      if (Array.isArray(ids)) {
        this.#selection.set(ids);
      }
      this.#refresh();
    });
    this.register(() => this.#undo.destroy());
  }

  /** Makes one step of everything that `change` writes. */
  transact<Result>(change: () => Result): Result {
    this.#selectionBefore = this.#selection.get();
    return this.#ydoc.transact(change, this.#origin);
  }

  /** From here on all edits are one step, until {@link commit} or {@link bail}. Marks do not nest. */
  mark(): void {
    if (this.#depthAtMark !== null) {
      this.commit();
    }
    this.#undo.stopCapturing();
    this.#undo.captureTimeout = Number.POSITIVE_INFINITY;
    this.#depthAtMark = this.#undo.undoStack.length;
  }

  /** Ends a mark and keeps what was done. */
  commit(): void {
    this.#depthAtMark = null;
    this.#undo.captureTimeout = 0;
    this.#undo.stopCapturing();
  }

  /** Ends a mark and takes back what was done since, leaving nothing to redo. */
  bail(): void {
    const depth = this.#depthAtMark;
    this.commit();
    while (depth !== null && this.#undo.undoStack.length > depth) {
      this.#undo.undo();
      this.#undo.redoStack.pop();
    }
    this.#refresh();
  }

  undo(): void {
    this.#finishMark();
    this.#undo.undo();
    this.#refresh();
  }

  redo(): void {
    this.#finishMark();
    this.#undo.redo();
    this.#refresh();
  }

  #finishMark(): void {
    if (this.#depthAtMark !== null) {
      this.commit();
    }
  }

  #refresh(): void {
    const next = { canUndo: this.#undo.undoStack.length > 0, canRedo: this.#undo.redoStack.length > 0 };
    const { canUndo, canRedo } = this.state.get();
    if (next.canUndo !== canUndo || next.canRedo !== canRedo) {
      this.state.set(next);
    }
  }
}
