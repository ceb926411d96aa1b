import type { Matrix4 } from 'three';
import type { GizmoFrame, GizmoMode, HandleId } from '../../kernels/gizmo.ts';
import type { HandleDrag } from '../../kernels/gizmo-drag.ts';
import type { DragParts } from '../../managers/drag.ts';
import { SNAP_STEPS } from '../../managers/preferences.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import type { SelectTool } from './select-tool.ts';

/** A drag that has begun: which handle, where the handles stood, and where it was pressed. */
export type TransformStart = { handle: HandleId; frame: GizmoFrame; start: PointerInfo };

/** What moving, turning and scaling have in common: each move shows, the end writes once, a cancel leaves no trace. */
export abstract class Transforming extends ToolState<SelectTool> {
  protected abstract readonly mode: GizmoMode;
  readonly #begin: TransformStart;
  readonly #first: PointerInfo;

  constructor(tool: SelectTool, begin: TransformStart, first: PointerInfo) {
    super(tool);
    this.#begin = begin;
    this.#first = first;
  }

  /** How the nodes move from where they started. */
  protected abstract deltaOf(drag: HandleDrag): Matrix4;

  /** What the end writes. */
  protected abstract partsOf(): DragParts;

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    this.editor.hover.set({ handle: this.#begin.handle, node: null });
    this.onPointerMove(this.#first);
  }

  override onExit(): void {
    this.editor.hover.set(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { camera, preferences, drag } = this.editor;
    const { handle, frame, start } = this.#begin;
    // Shift lets go of the grid for as long as it is held.
    const isSnapping = preferences.get().isSnapping && !pointer.shift;
    drag.move(
      this.deltaOf({
        handle,
        frame,
        from: { screen: start, ray: camera.rayAt(start) },
        to: { screen: pointer, ray: camera.rayAt(pointer) },
        step: isSnapping ? SNAP_STEPS[this.mode] : 0,
      }),
    );
  }

  override onPointerUp(): void {
    this.editor.drag.commit(this.partsOf());
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.editor.drag.cancel();
    this.tool.rest();
    return true;
  }
}
