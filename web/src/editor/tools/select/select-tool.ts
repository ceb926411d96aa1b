import { signal } from '@preact/signals-core';
import { type CurveHandle, curveHandle, curveHandleAt } from '../../features/walls/model/curve-handle.ts';
import { type GizmoFrame, type GizmoMode, type HandleId, hitGizmo } from '../../kernels/gizmo.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import { pickNode } from '../../queries/pick.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { Tool, type ToolContext, type ToolState } from '../tool.ts';
import { NO_MARKS, type SnapMarks } from './move-snap.ts';
import { Idle } from './states.ts';

/** Gizmo handle under the pointer, with the gizmo's frame. */
type HandleHit = { handle: HandleId; frame: GizmoFrame; mode: GizmoMode };

/** Selects by click and marquee, moves dragged nodes, and shows the gizmo of one mode. */
export class SelectTool extends Tool {
  readonly id: string;
  /** Gizmo mode for the selection. */
  readonly mode: GizmoMode | null;
  /** Snap marks of the running drag. */
  readonly marks = signal<SnapMarks>(NO_MARKS);

  constructor(editor: ToolContext, id: string, mode: GizmoMode | null) {
    super(editor);
    this.id = id;
    this.mode = mode;
  }

  /** Gizmo frame; null without a gizmo. */
  get frame(): GizmoFrame | null {
    const { isReadOnly } = this.editor;
    return this.mode === null || isReadOnly.value ? null : gizmoFrame(this.editor, this.mode);
  }

  /** Gizmo handle under the pointer, unless the curve handle of a wall covers it. */
  handleAt(pointer: PointerInfo): HandleHit | null {
    const { mode, frame } = this;
    if (mode === null || !frame || this.curveHandleAt(pointer)) {
      return null;
    }
    const { camera } = this.editor;
    const project = camera.project.bind(camera);
    const handle = hitGizmo({ mode, frame, project, point: pointer, reach: HANDLE_REACH[pointer.kind] });
    return handle && { handle, frame, mode };
  }

  /** Curve handle of the selected wall; null in rotate and scale modes. */
  get curveHandle(): CurveHandle | null {
    return this.mode === null || this.mode === 'translate' ? curveHandle(this.editor) : null;
  }

  /** Curve handle, if it is under the pointer. */
  curveHandleAt(pointer: PointerInfo): CurveHandle | null {
    return curveHandleAt(this.editor, this.curveHandle, {
      point: pointer,
      reach: HANDLE_REACH[pointer.kind],
    });
  }

  /** A drag of the selection with Alt moves a copy. */
  override takesAlt(pointer: PointerInfo): boolean {
    if (this.editor.isReadOnly.value) {
      return false;
    }
    const { selection } = this.editor;
    const hit = selection.ids.value.length > 0 ? pickNode(this.editor, pointer) : null;
    return this.handleAt(pointer) !== null || (hit !== null && selection.has(hit.id));
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return this.handleAt(pointer) !== null || this.curveHandleAt(pointer) !== null;
  }

  protected initial(): ToolState {
    return new Idle(this);
  }
}
