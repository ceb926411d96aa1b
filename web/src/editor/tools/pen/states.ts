import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { createLiveEdit } from '../../commands/live-edit.ts';
import { removePoint, writePoints } from '../../commands/paths.ts';
import { planPointAt } from '../../features/walls/model/plan-level.ts';
import type { LiveEdit } from '../../managers/history.ts';
import { dropPlacementAt } from '../../queries/placement.ts';
import { DraggingState } from '../dragging-state.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, type KeyInfo, ToolState } from '../tool.ts';
import type { PathGrip, PenTool } from './pen-tool.ts';

/** Idle state: a press sets the first point, or grabs one of the selected path. */
export class Idle extends ToolState<PenTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #press: PointerInfo | null = null;

  override get cursor(): Cursor {
    return this.tool.grip.value ? 'grab' : 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.grip.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const press = this.#press;
    if (press?.kind === 'mouse' && isDragged(press, pointer)) {
      this.#begin(press)?.onPointerMove(pointer);
      return;
    }
    if (pointer.kind === 'mouse') {
      this.tool.grip.value = this.tool.gripAt(pointer);
    }
  }

  override onPointerDown(pointer: PointerInfo): void {
    const grip = this.tool.gripAt(pointer);
    if (!grip) {
      this.#press = pointer;
    } else if (!pointer.alt) {
      this.tool.enter(new MovingPoint(this.tool, { grip, start: pointer }));
    } else if (!grip.isNew) {
      removePoint(this.editor, grip.path.id, grip.index);
      this.tool.grip.value = null;
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (press && !isDragged(press, pointer)) {
      this.#begin(pointer)?.onPointerUp();
    }
  }

  override onCancel(): boolean {
    this.#press = null;
    return this.editor.selection.clear();
  }

  /** Starts on the pressed level surface, or on the ground. */
  #begin(pointer: PointerInfo): Drawing | null {
    this.#press = null;
    if (this.editor.isReadOnly.value) {
      return null;
    }
    const { point } = dropPlacementAt(this.editor, pointer);
    const level = { parent: null, height: point.y };
    const drawing = new Drawing(this.tool, pointer);
    this.tool.grip.value = null;
    this.tool.enter(drawing);
    this.tool.begin(level, this.tool.snap(level, [point.x, point.z], pointer));
    return drawing;
  }
}

/** Running line: each click adds a corner, each drag a curve; a click on the first point closes it. */
class Drawing extends ToolState<PenTool> {
  readonly id = 'drawing';
  /** Press that added the point which a drag bends. */
  #press: PointerInfo | null;
  #isClosing = false;

  constructor(tool: PenTool, press: PointerInfo) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return this.tool.draft.value.isClosing ? 'pointer' : 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.point(null);
  }

  override onPointerDown(pointer: PointerInfo): void {
    if (pointer.kind === 'mouse') {
      this.#set(pointer);
    }
    this.#press = pointer;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const press = this.#press;
    if (!press) {
      this.tool.point(pointer);
      return;
    }
    // A moving finger orbits the view.
    if (press.kind === 'mouse' && !this.#isClosing && isDragged(press, pointer)) {
      const to = this.tool.placeAt(pointer);
      if (to) {
        this.tool.bend(to);
      }
    }
  }

  override onPointerUp(pointer?: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (pointer?.kind === 'touch' && press && !isDragged(press, pointer)) {
      this.#set(pointer);
    }
    if (this.#isClosing) {
      this.tool.finish(true);
    } else if (pointer?.kind === 'touch') {
      this.tool.point(null);
    }
  }

  override onDoubleClick(): void {
    this.tool.finish(false);
  }

  override onKeyDown({ key }: KeyInfo): boolean {
    if (key === 'Backspace') {
      this.tool.stepBack();
    } else if (key === 'Enter') {
      this.tool.finish(false);
    }
    return key === 'Backspace' || key === 'Enter';
  }

  override onUndo(): void {
    this.tool.stepBack();
  }

  /** Camera gestures keep the line. */
  override onPointerLost(): void {
    this.#press = null;
    this.#isClosing = false;
  }

  #set(pointer: PointerInfo): void {
    this.#isClosing = this.tool.closes(pointer);
    const at = this.#isClosing ? null : this.tool.placeAt(pointer);
    if (at) {
      this.tool.add(at);
    }
  }
}

/** Drag of a path point; a new point is added with the first move. */
class MovingPoint extends DraggingState<PenTool> {
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
