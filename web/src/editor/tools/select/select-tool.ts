import type { Editor } from '../../editor.ts';
import type { GizmoMode } from '../../kernels/gizmo.ts';
import { Tool, type ToolState } from '../tool.ts';
import { Idle } from './idle.ts';

/** Selects by click and marquee, moves what is dragged, and shows the handles of one mode. */
export class SelectTool extends Tool {
  readonly id: string;
  readonly gizmo: GizmoMode | null;

  constructor(editor: Editor, id: string, gizmo: GizmoMode | null) {
    super(editor);
    this.id = id;
    this.gizmo = gizmo;
  }

  protected initial(): ToolState {
    return new Idle(this);
  }
}
