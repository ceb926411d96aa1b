import { isSnapping } from '../../../queries/is-snapping.ts';
import { DraggingState } from '../../../tools/dragging-state.ts';
import type { PointerInfo } from '../../../tools/pointer.ts';
import type { Tool } from '../../../tools/tool.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { WallsDrag } from '../model/walls-drag.ts';

/** Drag of a wall with the walls connected to it; one history step on release. */
export abstract class DraggingWalls<Owner extends Tool> extends DraggingState<Owner> {
  protected readonly step: WallsDrag;

  constructor(tool: Owner, taken: { id: string; level: PlanLevel }) {
    super(tool);
    this.step = new WallsDrag(this.editor, taken);
  }

  /** Snap step of lengths in metres; 0 without snapping. */
  protected stepAt(pointer: PointerInfo): number {
    return isSnapping(this.editor, pointer) ? this.editor.preferences.values.value.snapSteps.translate : 0;
  }
}
