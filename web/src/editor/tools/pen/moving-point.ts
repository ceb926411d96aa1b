import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { createLiveEdit } from '../../commands/live-edit.ts';
import { writePoints } from '../../commands/paths.ts';
import { planPointAt } from '../../features/walls/model/plan-level.ts';
import type { LiveEdit } from '../../managers/history.ts';
import { DraggingState } from '../dragging-state.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import type { PathGrip, PenTool } from './pen-tool.ts';

/** Drag of a path point; a new point is added with the first move. */
export class MovingPoint extends DraggingState<PenTool> {
  readonly id = 'movingPoint';
  readonly #grip: PathGrip;
  readonly #start: PointerInfo;
  protected readonly step: LiveEdit;
  #isMoved = false;
  /** Whether the new point has been added to the path. */
  #isThere = false;

  constructor(tool: PenTool, { grip, start }: { grip: PathGrip; start: PointerInfo }) {
    super(tool);
    this.#grip = grip;
    this.#start = start;
    this.step = createLiveEdit(this.editor);
  }

  override onEnter(): void {
    if (this.#grip.isNew) {
      this.#write(this.#grip.at);
    }
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#isMoved ||= isDragged(this.#start, pointer);
    const { level } = this.#grip.path;
    const raw = this.#isMoved ? planPointAt(this.editor, level, { at: pointer }) : null;
    if (raw) {
      this.#write(this.tool.snap(level, raw, pointer));
    }
  }

  /** Writes to the current path, as other users may edit its other points. */
  #write(at: PlanPoint): void {
    const { path, index, isNew } = this.#grip;
    this.tool.grip.value = { ...this.#grip, at };
    this.step.change(() => {
      const node = this.editor.scene.node(path.id);
      if (node?.kind !== 'path') {
        return;
      }
      const { points } = node.props;
      if (isNew && !this.#isThere) {
        this.#isThere = true;
        writePoints(this.editor, path.id, points.toSpliced(index, 0, [...at]));
      } else if (index < points.length) {
        writePoints(this.editor, path.id, points.with(index, [...at]));
      }
    });
  }
}
