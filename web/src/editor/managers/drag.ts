import { updateNodes } from '@diorama/shared/scene/ops.ts';
import { Matrix4 } from 'three';
import { placedAt } from '../commands/placed-at.ts';
import { commitMoved, moveWithin } from '../commands/walls-drag.ts';
import type { Editor } from '../editor.ts';
import { createLiveEdit } from '../hooks/use-live-edit.ts';
import { isMovable } from '../queries/gizmo-frame.ts';
import type { DragParts } from '../queries/local-of.ts';
import { Store } from '../store.ts';
import type { Mark } from './history.ts';
import { Manager } from './manager.ts';

/** Nodes on the move: where they started, how far they are from there, and what of their transforms the end writes. */
export type Drag = { starts: ReadonlyMap<string, Matrix4>; delta: Matrix4; parts: DragParts };

const ALL_PARTS: DragParts = ['position', 'rotation', 'scale'];

/**
 * Moves nodes by a matrix without writing anything until the end: this person sees a preview, others see the drag by
 * presence, and the document gets one edit.
 */
export class DragManager extends Manager {
  readonly state = new Store<Drag | null>(null);
  readonly #editor: Editor;

  constructor(editor: Editor) {
    super();
    this.#editor = editor;
    this.register(() => this.cancel());
  }

  /** Starts with the outermost selected nodes that a transform moves. False when there are none. */
  start(): boolean {
    const { scene, selection, isReadOnly, nudging } = this.#editor;
    nudging.rest();
    const ids = selection.outermost.filter((id) => isMovable(this.#editor, id));
    if (ids.length === 0 || isReadOnly.get()) {
      return false;
    }
    const starts = new Map(ids.map((id) => [id, scene.worldOf(id)]));
    this.state.set({ starts, delta: new Matrix4(), parts: ALL_PARTS });
    return true;
  }

  /** Shows the nodes moved by `delta` from where they started, in the scene's space; `parts` is what the end will write. */
  move(delta: Matrix4, parts: DragParts = ALL_PARTS): void {
    const drag = this.state.get();
    if (drag) {
      this.state.set({ ...drag, delta, parts });
      this.#editor.presence?.setDrag(delta);
    }
  }

  /** Writes where the nodes are now as one step, or as part of the step of an open mark. */
  commit(parts: DragParts, mark: Mark | null = null): void {
    const drag = this.state.get();
    if (!drag) {
      return;
    }
    const { scene, ydoc, isReadOnly } = this.#editor;
    if (isReadOnly.get()) {
      this.cancel();
      return;
    }
    // Somebody else may have removed a node meanwhile.
    const there = [...drag.starts].filter(([id]) => scene.node(id));
    const worlds = there.map(([id, start]) => [id, drag.delta.clone().multiply(start)] as const);
    const patches = placedAt(this.#editor, new Map(worlds), parts);
    const write = () => updateNodes(ydoc, patches);
    const step =
      mark && this.#editor.history.isOpen(mark)
        ? moveWithin(this.#editor, mark)
        : createLiveEdit(this.#editor);
    step.change(write);
    commitMoved(
      this.#editor,
      step,
      worlds.map(([id]) => id),
    );
    this.#end();
  }

  /** Puts the nodes back without having written anything. */
  cancel(): void {
    if (this.state.get()) {
      this.#end();
    }
  }

  #end(): void {
    this.state.set(null);
    this.#editor.presence?.setDrag(null);
  }
}
