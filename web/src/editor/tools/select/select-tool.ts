import type { Editor } from '../../editor.ts';
import { type GizmoFrame, type GizmoMode, type HandleId, hitGizmo } from '../../kernels/gizmo.ts';
import { type CurveHandle, curveHandle, curveHandleAt } from '../../queries/curve-handle.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import { pickNode } from '../../queries/pick.ts';
import { Store } from '../../store.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { Tool, type ToolState } from '../tool.ts';
import { Idle } from './idle.ts';
import { NO_MARKS, type SnapMarks } from './move-snap.ts';

/** A handle that is pressed or pointed at, with where the handles stand. */
export type HandleHit = { handle: HandleId; frame: GizmoFrame; mode: GizmoMode };

/** Selects by click and marquee, moves what is dragged, and shows the handles of one mode. */
export class SelectTool extends Tool {
  readonly id: string;
  /** The handles it shows on the selection. */
  readonly mode: GizmoMode | null;
  /** What a drag is drawn to now. */
  readonly marks = new Store<SnapMarks>(NO_MARKS);

  constructor(editor: Editor, id: string, mode: GizmoMode | null) {
    super(editor);
    this.id = id;
    this.mode = mode;
  }

  /** Where the handles stand; null when there are none. */
  get frame(): GizmoFrame | null {
    const { isReadOnly } = this.editor;
    return this.mode === null || isReadOnly.get() ? null : gizmoFrame(this.editor, this.mode);
  }

  /** The handle under the pointer, unless the dot that curves a wall lies over it there. */
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

  /** The handle that curves the selected wall; none while things are turned or scaled. */
  get curveHandle(): CurveHandle | null {
    return this.mode === null || this.mode === 'translate' ? curveHandle(this.editor) : null;
  }

  /** That handle, when it is under the pointer. */
  curveHandleAt(pointer: PointerInfo): CurveHandle | null {
    return curveHandleAt(this.editor, this.curveHandle, {
      point: pointer,
      reach: HANDLE_REACH[pointer.kind],
    });
  }

  /** Dragged with Alt, what is selected leaves a copy behind. */
  override takesAlt(pointer: PointerInfo): boolean {
    if (this.editor.isReadOnly.get()) {
      return false;
    }
    const { selection } = this.editor;
    const hit = selection.get().length > 0 ? pickNode(this.editor, pointer) : null;
    return this.handleAt(pointer) !== null || (hit !== null && selection.has(hit.id));
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return this.handleAt(pointer) !== null || this.curveHandleAt(pointer) !== null;
  }

  protected initial(): ToolState {
    return new Idle(this);
  }
}
