import { focusSelection } from '../../commands/focus.ts';
import { BendingWall } from '../../features/walls/moving/bending-wall.ts';
import { pickNode } from '../../queries/pick.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import { PointingEmpty } from './pointing-empty.ts';
import { PointingHandle } from './pointing-handle.ts';
import { PointingNode } from './pointing-node.ts';
import type { SelectTool } from './select-tool.ts';

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
