import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import * as Y from 'yjs';
import { describeStep, type HistoryStep } from '../kernels/history-step.ts';
import { Store } from '../store.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';
import type { SelectionManager } from './selection.ts';
import type { UiManager } from './ui.ts';

/** What can be done with the history now. */
export type HistoryState = { canUndo: boolean; canRedo: boolean };

/** Edits that are one step. `flush` writes what its owner still holds back, before the step ends. */
export type Mark = { readonly flush: () => void; readonly depth: number };

type Item = { meta: Map<unknown, unknown> };
type Teller = Pick<UiManager, 'tell'>;
type Added = { stackItem: Item };

const SELECTION = 'selection';
const STEP = 'step';

/**
 * Undo and redo of the person's own edits. Each edit is one step; a mark makes several edits one step, such as those
 * of a slider that is being dragged. What others did is never undone.
 */
export class HistoryManager extends Manager {
  readonly state = new Store<HistoryState>({ canUndo: false, canRedo: false });
  readonly #ydoc: Y.Doc;
  readonly #selection: SelectionManager;
  readonly #ui: Teller;
  readonly #undo: Y.UndoManager;
  /** The origin of the editor's own transactions: what undo follows. */
  readonly #origin = Symbol('edit');
  #selectionBefore: readonly string[] = [];
  /** Tells what the last change of the document did; asked of one's own alone, as most are others'. */
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
    // Heard before the undo manager hears of the same transaction.
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
        // A step that is taken back, or done again, is called what it was.
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
    this.#step('undo');
  }

  redo(): void {
    this.#step('redo');
  }

  /** What was done, the first first, and what was undone, the next to be done again first. */
  get steps(): { done: HistoryStep[]; undone: HistoryStep[] } {
    const { undoStack, redoStack } = this.#undo;
    return { done: undoStack.map(stepOf), undone: redoStack.map(stepOf).reverse() };
  }

  /** Goes back or on until so many steps are done. */
  goTo(count: number): void {
    while (this.#undo.undoStack.length > count) {
      this.undo();
    }
    while (this.#undo.undoStack.length < count && this.#undo.redoStack.length > 0) {
      this.redo();
    }
  }

  /**
   * Coming back from a step finds selected what is selected now. What others have changed since stays as they left it, even
   * where they chose the same value; who finds nothing else to take back, or to do again, is told.
   */
  #step(way: 'undo' | 'redo'): void {
    const depth = this.#undo.undoStack.length;
    this.commit();
    if (this.#undo.undoStack.length < depth) {
      // What was on its way could not stay, and went back by itself.
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
  // Set on every item as soon as it is there.
  return meta.get(STEP) as HistoryStep;
}
