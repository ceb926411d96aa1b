import { releaseInstances } from '@diorama/shared/scene/copies/components.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isDefinition } from '@diorama/shared/scene/nodes/kinds.ts';
import { ROW_TABLES } from '@diorama/shared/scene/scene-change.ts';
import { putField, readDocument, sceneRoots, setRow } from '@diorama/shared/scene/ydoc.ts';
import { sceneFields, valueAt } from '@diorama/shared/scene/ydoc-fields.ts';
import { signal } from '@preact/signals-core';
import type * as Y from 'yjs';
import { describeStep, type HistoryStep } from '../kernels/history-step.ts';
import {
  emptyRecord,
  type RecordedEdit,
  recordChange,
  revertRow,
  revertScene,
  type Winner,
} from '../kernels/recorded-edit.ts';
import type { AuthorsManager } from './authors.ts';
import { ExpectedEdit, type LastWrite } from './expected-edit.ts';
import { Manager } from './manager.ts';
import type { SceneManager } from './scene.ts';
import type { SelectionManager } from './selection.ts';
import type { UiManager } from './ui.ts';
import { readUnknownKeys, writeUnknownKeys } from './unknown-keys.ts';

type HistoryState = { canUndo: boolean; canRedo: boolean };

/** Groups edits into one step. `flush` writes pending changes of its owner before the step ends. */
export type Mark = { readonly flush: () => void };

/** Writes the values of one drag of a slider, field or colour as one history step. */
export type LiveEdit = {
  /** Opens the step if needed, for related edits that are no drag; returns its mark. */
  begin: () => Mark;
  /** Schedules a write; the latest of several replaces the others. */
  change: (write: () => void) => void;
  /** Runs a pending write; the step stays open. */
  flush: () => void;
  /** Runs a pending write and ends the step. */
  commit: () => void;
  /** Reverts the whole step. */
  cancel: () => void;
};

/** History step: its changes, its name, and the selection before it. */
type Step = {
  readonly edit: RecordedEdit;
  readonly name: HistoryStep;
  readonly selection: readonly string[];
  /** Values of removed nodes that only a newer release knows, by node. */
  readonly unknown: Map<string, ReadonlyMap<string, unknown>>;
};

/** Step list and step that record the changes of the running transaction. */
type Recording = { into: Step[]; step: Step | null; name: HistoryStep | null };

type Dependencies = {
  scene: SceneManager;
  selection: SelectionManager;
  ui: Pick<UiManager, 'notify'>;
  authors: Pick<AuthorsManager, 'authorOf'>;
};

/**
 * Undo and redo of the user's own edits. Each edit is one step. A mark makes several edits one step, such as
 * those of a slider that is being dragged. Undo sets the parts that the person changed back to their earlier values, and
 * leaves all others as they are.
 */
export class HistoryManager extends Manager {
  readonly state = signal<HistoryState>({ canUndo: false, canRedo: false });
  readonly #ydoc: Y.Doc;
  readonly #dependencies: Dependencies;
  /** The origin of the editor's own transactions, which are recorded. */
  readonly #origin = Symbol('edit');
  readonly #undoStack: Step[] = [];
  readonly #redoStack: Step[] = [];
  #recording: Recording;
  #selectionBefore: readonly string[] = [];
  #mark: Mark | null = null;
  /** Edits that the server is about to make for this person. */
  readonly #expected = new Set<ExpectedEdit>();

  constructor(ydoc: Y.Doc, dependencies: Dependencies) {
    super();
    this.#ydoc = ydoc;
    this.#dependencies = dependencies;
    this.#recording = this.#newRecording();
    const { scene } = dependencies;
    let before = scene.shared.value;
    this.register(
      scene.onSharedChange((after, change, transaction) => {
        const seen = { before, after, change };
        if (transaction.origin === this.#origin) {
          this.#record(seen, transaction);
        } else if (!transaction.local) {
          for (const expected of this.#expected) {
            expected.note(seen, transaction);
          }
        }
        before = after;
      }),
    );
  }

  /** Makes one step of all writes in `change`, or adds them to an open mark; other marks end first. */
  transact<Result>(change: () => Result, mark: Mark | null = null): Result {
    if (this.#mark !== mark) {
      this.commit();
    }
    this.#selectionBefore = this.#dependencies.selection.ids.value;
    if (mark === null) {
      this.#recording = this.#newRecording();
    }
    return this.#ydoc.transact(change, this.#origin);
  }

  /** Opens a step for all edits that pass its mark, until {@link commit}, {@link bail} or another edit. */
  mark(flush: () => void = () => undefined): Mark {
    this.commit();
    this.#recording = this.#newRecording();
    this.#mark = { flush };
    return this.#mark;
  }

  /** Whether edits can still join a mark's step. */
  isOpen(mark: Mark): boolean {
    return this.#mark === mark;
  }

  /** Makes an edit a part of the done step that added a node. Without such a step, nothing is edited. */
  join(node: string, change: () => void): void {
    const hasAdded = ({ edit: { nodes } }: Step) => nodes.has(node) && !nodes.get(node)?.[0]?.before;
    const step = this.#undoStack.findLast(hasAdded);
    if (!step) {
      return;
    }
    const running = this.#recording;
    this.#recording = { into: this.#undoStack, step, name: step.name };
    try {
      this.#ydoc.transact(change, this.#origin);
    } finally {
      this.#recording = running;
    }
  }

  /**
   * Records an edit that the server makes for this user as one step.
   * @param request makes the edit, and resolves with its last write
   */
  async adopt(name: HistoryStep, request: () => Promise<LastWrite>): Promise<void> {
    const expected = new ExpectedEdit((change) => {
      this.#expected.delete(expected);
      this.commit();
      this.#selectionBefore = this.#dependencies.selection.ids.value;
      this.#recording = { ...this.#newRecording(), name };
      this.#redoStack.splice(0);
      this.#record(change);
      this.#close();
    });
    this.#expected.add(expected);
    try {
      expected.identify(await request());
    } catch (error) {
      this.#expected.delete(expected);
      throw error;
    }
  }

  /** Whether the server is about to make an edit for this person. */
  get isAdopting(): boolean {
    return this.#expected.size > 0;
  }

  /** Ends the open mark, if any, and keeps its edits. */
  commit(): void {
    this.#mark?.flush();
    this.#close();
  }

  /** Ends the open mark and reverts its edits, without redo. */
  bail(): void {
    const { step } = this.#recording;
    const isOpen = this.#mark !== null;
    this.#close();
    if (isOpen && step) {
      this.#undoStack.splice(this.#undoStack.indexOf(step), 1);
      // Values that others have set meanwhile stay.
      this.#ydoc.transact(() => this.#revert(step, 'others'), 'bail');
      this.#dependencies.selection.set(step.selection);
    }
    this.#refresh();
  }

  undo(): void {
    this.#step(this.#undoStack, this.#redoStack);
  }

  redo(): void {
    this.#step(this.#redoStack, this.#undoStack);
  }

  /** Done steps, oldest first, and undone steps, next redo first. */
  get steps(): { done: HistoryStep[]; undone: HistoryStep[] } {
    const namesOf = (steps: readonly Step[]) => steps.map(({ name }) => name);
    return { done: namesOf(this.#undoStack), undone: namesOf(this.#redoStack).reverse() };
  }

  /** Undoes or redoes until `count` steps are done. */
  goTo(count: number): void {
    while (this.#undoStack.length > count) {
      this.undo();
    }
    while (this.#undoStack.length < count && this.#redoStack.length > 0) {
      this.redo();
    }
  }

  /**
   * Reverts the last step that still changes something. A step without effect, such as a move of a node that was deleted
   * since, is skipped. The opposite step restores the current selection.
   */
  #step(from: Step[], to: Step[]): void {
    const depth = this.#undoStack.length;
    this.commit();
    if (this.#undoStack.length < depth) {
      // A running interaction was refused and has reverted itself.
      return;
    }
    const { selection, ui } = this.#dependencies;
    this.#selectionBefore = selection.ids.value;
    const hadSteps = from.length > 0;
    for (let step = from.pop(); step; step = from.pop()) {
      const recording: Recording = { into: to, step: null, name: step.name };
      this.#recording = recording;
      const reverted = step;
      const conflicts = this.#ydoc.transact(() => this.#revert(reverted, 'self'), this.#origin);
      this.#recording = this.#newRecording();
      if (recording.step) {
        selection.set(step.selection);
        this.#notifyOfConflict(conflicts);
        this.#refresh();
        return;
      }
    }
    if (hadSteps) {
      ui.notify('history.overtaken');
    }
    this.#refresh();
  }

  /**
   * Reverts the changes of a step.
   * @returns ids of nodes and rows that another user has changed in the same fields since
   */
  #revert({ edit, unknown }: Step, winner: Winner): string[] {
    const { scene, ...tables } = sceneRoots(this.#ydoc);
    const document = this.#releaseComponents(edit);
    const conflicts: string[] = [];
    for (const name of ROW_TABLES) {
      for (const [id, changes] of edit[name]) {
        const { value, isConflict } = revertRow(name, { now: document[name][id], changes, winner });
        conflicts.push(...(isConflict ? [id] : []));
        setRow(name, tables[name], id, value);
      }
    }
    for (const [id, values] of unknown) {
      writeUnknownKeys(tables.nodes.get(id), values);
    }
    const { value, isConflict } = revertScene({ now: document, changes: edit.scene, winner });
    conflicts.push(...(isConflict ? [''] : []));
    for (const field of sceneFields.fields.values()) {
      putField(scene, field, valueAt(value, field));
    }
    return conflicts;
  }

  /**
   * Keeps the changes of other users to components that undo removes.
   * @returns the document before the rest of the undo
   */
  #releaseComponents({ nodes }: RecordedEdit): SceneDocument {
    const { value: document } = this.#dependencies.scene.shared;
    const removed = [...nodes].filter(([id, [first]]) => {
      const kind = document.nodes[id]?.kind;
      return first?.before === undefined && kind !== undefined && isDefinition(kind);
    });
    for (const [id] of removed) {
      releaseInstances(this.#ydoc, id, new Set(nodes.keys()));
    }
    return removed.length > 0 ? readDocument(this.#ydoc) : document;
  }

  #record(change: Parameters<typeof recordChange>[1], transaction?: Y.Transaction): void {
    const recording = this.#recording;
    if (!recording.step) {
      const name = recording.name ?? describeStep(change.before, change.after, change.change);
      recording.step = { edit: emptyRecord(), name, selection: this.#selectionBefore, unknown: new Map() };
      recording.into.push(recording.step);
      if (recording.name === null) {
        this.#redoStack.splice(0);
      }
    }
    recordChange(recording.step.edit, change);
    for (const [id, values] of transaction ? readUnknownKeys(transaction, this.#ydoc) : []) {
      recording.step.unknown.set(id, values);
    }
    this.#refresh();
  }

  #newRecording(): Recording {
    return { into: this.#undoStack, step: null, name: null };
  }

  /** Notifies the user whose change an undo overwrote. */
  #notifyOfConflict([first]: readonly string[]): void {
    if (first === undefined) {
      return;
    }
    const { ui, authors } = this.#dependencies;
    const author = authors.authorOf(first);
    if (author === 'self') {
      ui.notify('history.over.self');
    } else if (author === null) {
      ui.notify('history.over.nobody');
    } else {
      ui.notify('history.over', { name: author.name });
    }
  }

  #close(): void {
    this.#mark = null;
    this.#recording = this.#newRecording();
  }

  #refresh(): void {
    const next = { canUndo: this.#undoStack.length > 0, canRedo: this.#redoStack.length > 0 };
    const { canUndo, canRedo } = this.state.value;
    if (next.canUndo !== canUndo || next.canRedo !== canRedo) {
      this.state.value = next;
    }
  }
}
