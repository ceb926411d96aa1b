import { startDrag } from '../../commands/start-drag.ts';
import type { GizmoFrame, GizmoMode, HandleId } from '../../kernels/gizmo.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import { Rotating } from './rotating.ts';
import { Scaling } from './scaling.ts';
import type { SelectTool } from './select-tool.ts';
import { Translating } from './translating.ts';

const STATES = { translate: Translating, rotate: Rotating, scale: Scaling } as const;
/** Drag threshold of a gizmo handle in pixels; smaller than for nodes, as it has no click. */
const SLOP = 2;

/** Press on a gizmo handle; nothing moves until it is dragged. */
export class PointingHandle extends ToolState<SelectTool> {
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
