import type { Matrix4 } from 'three';
import type { DragParts } from '../../kernels/drag.ts';
import type { GizmoMode } from '../../kernels/gizmo.ts';
import type { HandleDrag } from '../../kernels/gizmo-drag.ts';
import { NO_SNAP_TARGET, snapTargetKey } from '../../kernels/snap-target-key.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import type { TransformStart } from './move-snap.ts';
import type { SelectTool } from './select-tool.ts';

/** Base of move, rotate and scale: each move previews, the end writes once, a cancel leaves no trace. */
export abstract class Transforming extends ToolState<SelectTool> {
  protected abstract readonly mode: GizmoMode;
  protected readonly begin: TransformStart;
  readonly #first: PointerInfo;

  constructor(tool: SelectTool, begin: TransformStart, first: PointerInfo) {
    super(tool);
    this.begin = begin;
    this.#first = first;
  }

  /** Matrix of the nodes' movement since the start; `drag.step` is the snap step, 0 for none. */
  protected abstract deltaOf(drag: HandleDrag, pointer: PointerInfo): Matrix4;

  /** Current snap target. */
  protected snapTargetOf(delta: Matrix4, step: number): string {
    return step > 0 ? snapTargetKey(delta.elements) : NO_SNAP_TARGET;
  }

  /** Transform parts to write at the end. */
  protected abstract partsOf(): DragParts;

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    this.editor.hover.value = { handle: this.begin.handle, node: null };
    this.onPointerMove(this.#first);
  }

  override onExit(): void {
    this.editor.hover.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { camera, preferences, drag } = this.editor;
    const { handle, frame, start } = this.begin;
    const step = isSnapping(this.editor, pointer) ? preferences.values.value.snapSteps[this.mode] : 0;
    const from = { screen: start, ray: camera.rayAt(start) };
    const to = { screen: pointer, ray: camera.rayAt(pointer) };
    const delta = this.deltaOf({ handle, frame, from, to, step }, pointer);
    drag.move(delta, this.partsOf());
    this.editor.snapTarget.value = this.snapTargetOf(delta, step);
  }

  override onPointerUp(): void {
    const { drag, history } = this.editor;
    drag.commit(this.partsOf(), this.begin.mark);
    if (this.begin.mark) {
      history.commit();
    }
    this.tool.rest();
  }

  override onCancel(): boolean {
    const { drag, history } = this.editor;
    drag.cancel();
    if (this.begin.mark && history.isOpen(this.begin.mark)) {
      history.bail();
    }
    this.tool.rest();
    return true;
  }
}
