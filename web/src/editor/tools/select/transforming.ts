import type { Matrix4 } from 'three';
import type { GizmoFrame, GizmoMode, HandleId } from '../../kernels/gizmo.ts';
import type { HandleDrag } from '../../kernels/gizmo-drag.ts';
import { SMOOTHLY, snapPlace } from '../../kernels/snap-place.ts';
import type { Mark } from '../../managers/history.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import type { DragParts } from '../../queries/local-of.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import type { SelectTool } from './select-tool.ts';

/**
 * A drag that has begun: which handle, where the handles stood, and where it was pressed. A thing that is dragged by
 * itself goes as a handle would, but `isByHandle` is false. `mark` is the step of the history that it is part of.
 */
export type TransformStart = {
  handle: HandleId;
  frame: GizmoFrame;
  start: PointerInfo;
  isByHandle: boolean;
  mark: Mark | null;
};

/** What moving, turning and scaling have in common: each move shows, the end writes once, a cancel leaves no trace. */
export abstract class Transforming extends ToolState<SelectTool> {
  protected abstract readonly mode: GizmoMode;
  protected readonly begin: TransformStart;
  readonly #first: PointerInfo;

  constructor(tool: SelectTool, begin: TransformStart, first: PointerInfo) {
    super(tool);
    this.begin = begin;
    this.#first = first;
  }

  /** How the nodes move from where they started; `drag.step` is what it snaps to, 0 for nothing. */
  protected abstract deltaOf(drag: HandleDrag, pointer: PointerInfo): Matrix4;

  /** Where they have landed. */
  protected landingOf(delta: Matrix4, step: number): string {
    return step > 0 ? snapPlace(delta.elements) : SMOOTHLY;
  }

  /** What the end writes. */
  protected abstract partsOf(): DragParts;

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    this.editor.hover.set({ handle: this.begin.handle, node: null });
    this.onPointerMove(this.#first);
  }

  override onExit(): void {
    this.editor.hover.set(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { camera, preferences, drag } = this.editor;
    const { handle, frame, start } = this.begin;
    const step = isSnapping(this.editor, pointer) ? preferences.get().snapSteps[this.mode] : 0;
    const from = { screen: start, ray: camera.rayAt(start) };
    const to = { screen: pointer, ray: camera.rayAt(pointer) };
    const delta = this.deltaOf({ handle, frame, from, to, step }, pointer);
    drag.move(delta, this.partsOf());
    this.editor.landing.set(this.landingOf(delta, step));
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
