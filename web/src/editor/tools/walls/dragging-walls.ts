import { WallsDrag } from '../../commands/walls-drag.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import type { PlanLevel } from '../../queries/plan-level.ts';
import { DraggingState } from '../dragging-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Tool } from '../tool.ts';

/** A wall is being dragged, and what it is joined with follows; it is one step of the history once it is let go. */
export abstract class DraggingWalls<Owner extends Tool> extends DraggingState<Owner> {
  protected readonly step: WallsDrag;

  constructor(tool: Owner, taken: { id: string; level: PlanLevel }) {
    super(tool);
    this.step = new WallsDrag(this.editor, taken);
  }

  /** The step that lengths snap to, in metres; 0 where nothing snaps. */
  protected stepAt(pointer: PointerInfo): number {
    return isSnapping(this.editor, pointer) ? this.editor.preferences.get().snapSteps.translate : 0;
  }
}
