import type { Matrix4 } from 'three';
import { focusSelection } from '../../commands/focus.ts';
import { startDrag } from '../../commands/start-drag.ts';
import { BendingWall } from '../../features/walls/moving/bending-wall.ts';
import type { DragParts } from '../../kernels/drag.ts';
import type { GizmoFrame, GizmoMode, HandleId } from '../../kernels/gizmo.ts';
import { type HandleDrag, rotateBy, scaleBy } from '../../kernels/gizmo-drag.ts';
import { objectsInRect, pickNode, type VisibleObject, visibleObjects } from '../../queries/pick.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import { PointingNode } from './pointing-node.ts';
import type { SelectTool } from './select-tool.ts';
import { Transforming } from './transforming.ts';
import { Translating } from './translating.ts';

/** Scales the selection from the gizmo's centre. */
class Scaling extends Transforming {
  readonly id = 'scaling';
  protected readonly mode = 'scale';

  protected deltaOf(drag: HandleDrag): Matrix4 {
    return scaleBy(drag, this.editor.preferences.values.value.isScaleLinked).matrix;
  }

  protected partsOf(): DragParts {
    // A single node is scaled in place along its own axes; several also move apart or together.
    return this.editor.selection.outermost.length === 1 ? ['scale'] : ['position', 'scale'];
  }
}

/** Rotates the selection about the gizmo's centre. */
class Rotating extends Transforming {
  readonly id = 'rotating';
  protected readonly mode = 'rotate';

  protected deltaOf(drag: HandleDrag): Matrix4 {
    return rotateBy(drag).matrix;
  }

  protected partsOf(): DragParts {
    return ['position', 'rotation'];
  }
}

const STATES = { translate: Translating, rotate: Rotating, scale: Scaling } as const;

/** Drag threshold of a gizmo handle in pixels; smaller than for nodes, as it has no click. */
const SLOP = 2;

/** Idle state: highlights the node under the pointer. */
export class Idle extends ToolState<SelectTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #isOverCurve = false;

  override get cursor(): Cursor {
    const hover = this.editor.hover.value;
    return hover?.handle || this.#isOverCurve ? 'grab' : hover?.node ? 'pointer' : 'default';
  }

  override onExit(): void {
    this.editor.hover.value = null;
  }

  override onPointerLeave(): void {
    this.editor.hover.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const handle = this.tool.handleAt(pointer)?.handle ?? null;
    this.#isOverCurve = this.tool.curveHandleAt(pointer) !== null;
    const node = handle || this.#isOverCurve ? null : (pickNode(this.editor, pointer)?.id ?? null);
    const before = this.editor.hover.value;
    if (handle !== (before?.handle ?? null) || node !== (before?.node ?? null)) {
      this.editor.hover.value = handle || node ? { handle, node } : null;
    }
  }

  override onPointerDown(pointer: PointerInfo): void {
    const handle = this.tool.handleAt(pointer);
    if (handle) {
      this.tool.enter(new PointingHandle(this.tool, { ...handle, start: pointer }));
      return;
    }
    const curve = this.tool.curveHandleAt(pointer);
    if (curve) {
      this.tool.enter(new BendingWall(this.tool, { handle: curve, start: pointer }));
      return;
    }
    const hit = pickNode(this.editor, pointer);
    this.tool.enter(
      hit
        ? new PointingNode(this.tool, { id: hit.id, at: hit.point, start: pointer })
        : new PointingEmpty(this.tool, pointer),
    );
  }

  override onDoubleClick(pointer: PointerInfo): void {
    const leaf = pickNode(this.editor, pointer, { isDeep: true });
    if (!leaf) {
      return;
    }
    if (this.editor.selection.primary === leaf.id) {
      focusSelection(this.editor);
    } else {
      this.editor.selection.set([leaf.id]);
    }
  }

  override onCancel(): boolean {
    return this.editor.selection.clear();
  }
}

/** Press on empty space: a release clears the selection, a drag opens a marquee. */
class PointingEmpty extends ToolState<SelectTool> {
  readonly id = 'pointing';
  readonly #start: PointerInfo;

  constructor(tool: SelectTool, start: PointerInfo) {
    super(tool);
    this.#start = start;
  }

  override onPointerMove(pointer: PointerInfo): void {
    // A touch drag orbits the view.
    if (isDragged(this.#start, pointer) && this.#start.kind === 'mouse') {
      this.tool.enter(new Brushing(this.tool, this.#start, pointer));
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    if (!pointer.mod && !pointer.shift && !isDragged(this.#start, pointer)) {
      this.editor.selection.clear();
    }
    this.tool.rest();
  }
}

/**
 * Marquee selection. Drawn to the right it selects what it contains, to the left what it touches. Shift or
 * Ctrl adds to the selection.
 */
class Brushing extends ToolState<SelectTool> {
  readonly id = 'brushing';
  readonly #start: PointerInfo;
  readonly #first: PointerInfo;
  #before: readonly string[] = [];
  /** Computed once, as the view does not move during the marquee. */
  #objects: readonly VisibleObject[] = [];

  constructor(tool: SelectTool, start: PointerInfo, first: PointerInfo) {
    super(tool);
    this.#start = start;
    this.#first = first;
  }

  override onEnter(): void {
    this.#before = this.editor.selection.ids.value;
    this.#objects = visibleObjects(this.editor);
    this.onPointerMove(this.#first);
  }

  override onExit(): void {
    this.editor.marquee.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { x, y } = this.#start;
    const isWhole = pointer.x >= x;
    const rect = {
      left: Math.min(x, pointer.x),
      top: Math.min(y, pointer.y),
      right: Math.max(x, pointer.x),
      bottom: Math.max(y, pointer.y),
    };
    this.editor.marquee.value = { ...rect, isWhole };
    const kept = pointer.shift || pointer.mod ? this.#before : [];
    this.editor.selection.set([...kept, ...objectsInRect(this.#objects, rect, isWhole)]);
  }

  override onPointerUp(): void {
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.editor.selection.set(this.#before);
    this.tool.rest();
    return true;
  }
}

/** Press on a gizmo handle; nothing moves until it is dragged. */
class PointingHandle extends ToolState<SelectTool> {
  readonly id = 'pointingHandle';
  readonly #press: { handle: HandleId; frame: GizmoFrame; mode: GizmoMode; start: PointerInfo };

  constructor(
    tool: SelectTool,
    press: { handle: HandleId; frame: GizmoFrame; mode: GizmoMode; start: PointerInfo },
  ) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    this.editor.hover.value = { handle: this.#press.handle, node: null };
  }

  override onExit(): void {
    this.editor.hover.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { start, mode } = this.#press;
    if (Math.hypot(pointer.x - start.x, pointer.y - start.y) <= SLOP) {
      return;
    }
    const started = startDrag(this.editor, { isCopied: start.alt });
    if (!started) {
      this.tool.rest();
      return;
    }
    this.tool.enter(new STATES[mode](this.tool, { ...this.#press, isByHandle: true, ...started }, pointer));
  }

  override onPointerUp(): void {
    this.tool.rest();
  }
}
