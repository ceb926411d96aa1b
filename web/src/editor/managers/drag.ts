import { updateNodes } from '@diorama/shared/scene/ops.ts';
import { signal } from '@preact/signals-core';
import { Matrix4 } from 'three';
import { createLiveEdit } from '../commands/live-edit.ts';
import { transformPatch } from '../commands/transform-patch.ts';
import { commitMoved, moveWithin } from '../features/walls/model/walls-drag.ts';
import type { Drag, DragParts } from '../kernels/drag.ts';
import type { Collaboration, SelectionWriter } from '../parts.ts';
import { isMovable } from '../queries/gizmo-frame.ts';
import type { Mark } from './history.ts';
import { Manager } from './manager.ts';

const ALL_PARTS: DragParts = ['position', 'rotation', 'scale'];

/**
 * Moves nodes by a matrix without writing until the end. This user sees a preview, others see the drag by
 * presence, and the document gets one edit.
 */
export class DragManager extends Manager {
  readonly state = signal<Drag | null>(null);
  readonly #editor: Collaboration & SelectionWriter;

  constructor(editor: Collaboration & SelectionWriter) {
    super();
    this.#editor = editor;
    this.register(() => this.cancel());
  }

  /** Starts with the outermost selected nodes that can be transformed; returns false without any. */
  start(): boolean {
    const { scene, selection, isReadOnly, nudging } = this.#editor;
    nudging.rest();
    const ids = selection.outermost.filter((id) => isMovable(this.#editor, id));
    if (ids.length === 0 || isReadOnly.value) {
      return false;
    }
    const starts = new Map(ids.map((id) => [id, scene.worldOf(id)]));
    this.state.value = { starts, delta: new Matrix4(), parts: ALL_PARTS };
    return true;
  }

  /** Moves the preview by `delta` from the start, in world space; `parts` will be written at the end. */
  move(delta: Matrix4, parts: DragParts = ALL_PARTS): void {
    const drag = this.state.value;
    if (drag) {
      this.state.value = { ...drag, delta, parts };
      this.#editor.presence.setDrag(delta);
    }
  }

  /** Writes the current transforms as one step, or within the step of an open mark. */
  commit(parts: DragParts, mark: Mark | null = null): void {
    const drag = this.state.value;
    if (!drag) {
      return;
    }
    const { scene, ydoc, isReadOnly } = this.#editor;
    if (isReadOnly.value) {
      this.cancel();
      return;
    }
    // Another user may have deleted a node in the meantime.
    const there = [...drag.starts].filter(([id]) => scene.node(id));
    const worlds = there.map(([id, start]) => [id, drag.delta.clone().multiply(start)] as const);
    const patches = transformPatch(this.#editor, new Map(worlds), parts);
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

  /** Ends the drag without writing. */
  cancel(): void {
    if (this.state.value) {
      this.#end();
    }
  }

  #end(): void {
    this.state.value = null;
    this.#editor.presence.setDrag(null);
  }
}
