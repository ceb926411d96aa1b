import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { writePoints } from '../../commands/paths.ts';
import { createLiveEdit, type LiveEdit } from '../../hooks/use-live-edit.ts';
import { planPointAt } from '../../queries/plan-level.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import type { PathGrip, PenTool } from './pen-tool.ts';

/** A point of a path follows the pointer; one that is new comes with the first press. */
export class MovingPoint extends ToolState<PenTool> {
  readonly id = 'movingPoint';
  readonly #grip: PathGrip;
  readonly #start: PointerInfo;
  readonly #live: LiveEdit;
  #isMoved = false;

  constructor(tool: PenTool, { grip, start }: { grip: PathGrip; start: PointerInfo }) {
    super(tool);
    this.#grip = grip;
    this.#start = start;
    this.#live = createLiveEdit(this.editor);
  }

  override get cursor(): Cursor {
    return 'grabbing';
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

  override onPointerUp(): void {
    this.#live.commit();
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.#live.cancel();
    this.tool.rest();
    return true;
  }

  #write(at: PlanPoint): void {
    const { path, index, isNew } = this.#grip;
    const points = isNew ? path.points.toSpliced(index, 0, at) : path.points.with(index, at);
    this.tool.grip.set({ ...this.#grip, at });
    this.#live.change(() => {
      if (this.editor.scene.node(path.id)?.kind === 'path') {
        writePoints(this.editor, path.id, points);
      }
    });
  }
}
