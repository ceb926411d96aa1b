import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import * as Y from 'yjs';
import { Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SelectionManager } from './selection.ts';

/** What can be done with the history now. */
export type HistoryState = { canUndo: boolean; canRedo: boolean };

/** Edits that are one step. `flush` writes what its owner still holds back, before the step ends. */
export type Mark = { readonly flush: () => void; readonly depth: number };

type Added = { stackItem: { meta: Map<unknown, unknown> } };

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
  #mark: Mark | null = null;

  constructor(ydoc: Y.Doc, selection: SelectionManager) {
    super();
    this.#ydoc = ydoc;
    this.#selection = selection;
    const { nodes, materials, scene } = sceneRoots(ydoc);
    this.#undo = new Y.UndoManager([nodes, materials, scene], {
      trackedOrigins: new Set([this.#origin]),
      captureTimeout: 0,
    });
    this.#undo.on('stack-item-added', ({ stackItem }: Added) => {
      if (!stackItem.meta.has(SELECTION)) {
        stackItem.meta.set(SELECTION, this.#selectionBefore);
      }
      this.#refresh();
    });
    this.#undo.on('stack-item-popped', ({ stackItem }: Added) => {
      const ids = stackItem.meta.get(SELECTION);
      if (Array.isArray(ids)) {
        this.#selection.set(ids);
      }
      this.#refresh();
    });
    this.register(() => this.#undo.destroy());
  }

  /** Makes one step of everything that `change` writes, or part of the step of an open mark; other marks end before. */
  transact<Result>(change: () => Result, mark: Mark | null = null): Result {
    if (this.#mark !== mark) {
      this.commit();
    }
    this.#selectionBefore = this.#selection.get();
    return this.#ydoc.transact(change, this.#origin);
  }

  /** Opens a step for all edits that name it, until {@link commit}, {@link bail} or an edit of something else. */
  mark(flush: () => void = () => undefined): Mark {
    this.commit();
    this.#undo.stopCapturing();
    this.#undo.captureTimeout = Number.POSITIVE_INFINITY;
    this.#mark = { flush, depth: this.#undo.undoStack.length };
    return this.#mark;
  }

  /** Whether edits can still be part of a mark's step. */
  isOpen(mark: Mark): boolean {
    return this.#mark === mark;
  }

  /** Ends the open mark, if there is one, and keeps what was done. */
  commit(): void {
    this.#mark?.flush();
    this.#close();
  }

  /** Ends the open mark and takes back what was done since, leaving nothing to redo. */
  bail(): void {
    const depth = this.#mark?.depth ?? null;
    this.#close();
    const { undoStack, redoStack } = this.#undo;
    if (depth !== null && undoStack.length > depth) {
      // Undoing a step that changes nothing, as its values were put back by hand, goes on to the one before: so the
      // steps before are not there meanwhile.
      const before = undoStack.splice(0, depth);
      const redoDepth = redoStack.length;
      this.#undo.undo();
      redoStack.splice(redoDepth);
      undoStack.unshift(...before);
    }
    this.#refresh();
  }

  undo(): void {
    this.#step(() => this.#undo.undo());
  }

  redo(): void {
    this.#step(() => this.#undo.redo());
  }

  /** Coming back from a step finds selected what is selected now. */
  #step(go: () => void): void {
    this.commit();
    this.#selectionBefore = this.#selection.get();
    go();
    this.#refresh();
  }

  #close(): void {
    this.#mark = null;
    this.#undo.captureTimeout = 0;
    this.#undo.stopCapturing();
  }

  #refresh(): void {
    const next = { canUndo: this.#undo.undoStack.length > 0, canRedo: this.#undo.redoStack.length > 0 };
    const { canUndo, canRedo } = this.state.get();
    if (next.canUndo !== canUndo || next.canRedo !== canRedo) {
      this.state.set(next);
    }
  }
}
