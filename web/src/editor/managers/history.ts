import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import * as Y from 'yjs';
import { describeStep, type HistoryStep } from '../kernels/history-step.ts';
import { Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';
import type { SelectionManager } from './selection.ts';
import type { UiManager } from './ui.ts';

export type HistoryState = { canUndo: boolean; canRedo: boolean };

/** Groups edits into one step. `flush` writes pending changes of its owner before the step ends. */
export type Mark = { readonly flush: () => void; readonly depth: number };

type Item = { meta: Map<unknown, unknown> };
type Teller = Pick<UiManager, 'tell'>;
type Added = { stackItem: Item };

const SELECTION = 'selection';
const STEP = 'step';

/**
 * Undo and redo of this user's edits. Each edit is one step; a mark groups several edits, such as those of
 * a slider drag. Edits of other users are never undone.
 */
export class HistoryManager extends Manager {
  readonly state = new Store<HistoryState>({ canUndo: false, canRedo: false });
  readonly #ydoc: Y.Doc;
  readonly #selection: SelectionManager;
  readonly #ui: Teller;
  readonly #undo: Y.UndoManager;
  /** Transaction origin of the editor, tracked by undo. */
  readonly #origin = Symbol('edit');
  #selectionBefore: readonly string[] = [];
  /** Describes the last change of the document; evaluated lazily, as most changes are by others. */
  #describeLast: () => HistoryStep = () => ({ did: 'scene', count: 1, name: '' });
  #mark: Mark | null = null;

  constructor(
    ydoc: Y.Doc,
    { scene: document, selection, ui }: { scene: SceneManager; selection: SelectionManager; ui: Teller },
  ) {
    super();
    this.#ydoc = ydoc;
    this.#selection = selection;
    this.#ui = ui;
    let before = document.get();
    // Subscribed before the undo manager, for the same transaction.
    this.register(
      document.onChange((after, change) => {
        const earlier = before;
        this.#describeLast = () => describeStep(earlier, after, change);
        before = after;
      }),
    );
    const { nodes, materials, scene } = sceneRoots(ydoc);
    this.#undo = new Y.UndoManager([nodes, materials, scene], {
      trackedOrigins: new Set([this.#origin]),
      captureTimeout: 0,
    });
    this.#undo.on('stack-item-added', ({ stackItem }: Added) => {
      if (!stackItem.meta.has(SELECTION)) {
        stackItem.meta.set(SELECTION, this.#selectionBefore);
        // An undone or redone step keeps its description.
        stackItem.meta.set(STEP, this.#undo.currStackItem?.meta.get(STEP) ?? this.#describeLast());
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

  /** Makes one step of all writes in `change`, or adds them to an open mark; other marks end first. */
  transact<Result>(change: () => Result, mark: Mark | null = null): Result {
    if (this.#mark !== mark) {
      this.commit();
    }
    this.#selectionBefore = this.#selection.get();
    return this.#ydoc.transact(change, this.#origin);
  }

  /** Opens a step for all edits that pass its mark, until {@link commit}, {@link bail} or another edit. */
  mark(flush: () => void = () => undefined): Mark {
    this.commit();
    this.#undo.stopCapturing();
    this.#undo.captureTimeout = Number.POSITIVE_INFINITY;
    this.#mark = { flush, depth: this.#undo.undoStack.length };
    return this.#mark;
  }

  /** Whether edits can still join a mark's step. */
  isOpen(mark: Mark): boolean {
    return this.#mark === mark;
  }

  /** Ends the open mark, if any, and keeps its edits. */
  commit(): void {
    this.#mark?.flush();
    this.#close();
  }

  /** Ends the open mark and reverts its edits, without redo. */
  bail(): void {
    const depth = this.#mark?.depth ?? null;
    this.#close();
    const { undoStack, redoStack } = this.#undo;
    if (depth !== null && undoStack.length > depth) {
      // Undoing a step without an effect would continue with the step before, so the earlier steps are
      // removed temporarily.
      const before = undoStack.splice(0, depth);
      const redoDepth = redoStack.length;
      this.#undo.undo();
      redoStack.splice(redoDepth);
      undoStack.unshift(...before);
    }
    this.#refresh();
  }

  undo(): void {
    this.#step('undo');
  }

  redo(): void {
    this.#step('redo');
  }

  /** Done steps, oldest first, and undone steps, next redo first. */
  get steps(): { done: HistoryStep[]; undone: HistoryStep[] } {
    const { undoStack, redoStack } = this.#undo;
    return { done: undoStack.map(stepOf), undone: redoStack.map(stepOf).reverse() };
  }

  /** Undoes or redoes until `count` steps are done. */
  goTo(count: number): void {
    while (this.#undo.undoStack.length > count) {
      this.undo();
    }
    while (this.#undo.undoStack.length < count && this.#undo.redoStack.length > 0) {
      this.redo();
    }
  }

  /**
   * Redo restores the current selection. Later changes of other users are kept, even equal ones; if nothing
   * else remains to undo or redo, the user is notified.
   */
  #step(way: 'undo' | 'redo'): void {
    const depth = this.#undo.undoStack.length;
    this.commit();
    if (this.#undo.undoStack.length < depth) {
      // A running interaction was refused and has reverted itself.
      return;
    }
    this.#selectionBefore = this.#selection.get();
    const hadSteps = this.#undo[`${way}Stack`].length > 0;
    const done = this.#undo[way]();
    if (hadSteps && done === null) {
      this.#ui.tell('history.overtaken');
    }
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

function stepOf({ meta }: Item): HistoryStep {
  // Set on every stack item when it is added.
  return meta.get(STEP) as HistoryStep;
}
