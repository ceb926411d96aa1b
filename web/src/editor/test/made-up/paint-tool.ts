import { pickNode } from '../../queries/pick.ts';
import { defineTool } from '../../tools/define-tool.ts';
import type { PointerInfo } from '../../tools/pointer.ts';
import { type Cursor, type KeyInfo, Tool, ToolState } from '../../tools/tool.ts';

/** Paints the nodes under a drag; digits set the thickness. */
class Painting extends ToolState<PaintTool> {
  readonly id = 'painting';
  override get cursor(): Cursor {
    return 'crosshair';
  }
  override onPointerMove(pointer: PointerInfo): void {
    const hit = pickNode(this.editor, pointer, { isDeep: true });
    if (hit) {
      this.tool.painted.add(hit.id);
    }
  }
  override onKeyDown({ key }: KeyInfo): boolean {
    this.tool.thickness = /\d/.test(key) ? Number(key) : this.tool.thickness;
    return /\d/.test(key);
  }
  override onPointerUp(): void {
    this.tool.rest();
  }
  override onCancel(): boolean {
    this.tool.painted.clear();
    this.tool.rest();
    return true;
  }
}
class Waiting extends ToolState<PaintTool> {
  readonly id = 'waiting';
  override readonly isResting = true;
  override onPointerDown(pointer: PointerInfo): void {
    const next = new Painting(this.tool);
    this.tool.enter(next);
    next.onPointerMove(pointer);
  }
}
class PaintTool extends Tool {
  readonly id = 'paint';
  readonly painted = new Set<string>();
  thickness = 1;
  protected initial(): ToolState {
    return new Waiting(this);
  }
}
export const paintTool = defineTool({
  id: 'paint',
  icon: 'pencil',
  label: 'tool.select',
  key: 'F9',
  group: 'painting',
  isEdit: true,
  hints: ({ tools }) => (tools.path.value === 'paint.painting' ? ['hint.free'] : ['hint.nothing']),
  fetch: async () => (editor) => new PaintTool(editor),
});
