import { focusSelection } from '../../commands/focus.ts';
import { gizmoFrame } from '../../commands/gizmo-frame.ts';
import { pickNode } from '../../commands/pick.ts';
import { type HandleId, hitGizmo } from '../../kernels/gizmo.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { type Tool, ToolState } from '../tool.ts';
import { PointingEmpty } from './pointing-empty.ts';
import { PointingHandle } from './pointing-handle.ts';
import { PointingNode } from './pointing-node.ts';

/** Nothing is pressed: shows what is under the pointer, and waits. */
export class Idle extends ToolState {
  readonly id = 'idle';
  override readonly isResting = true;

  override onExit(): void {
    this.editor.hover.set(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const handle = handleAt(this.tool, pointer);
    const node = handle ? null : (pickNode(this.editor, pointer)?.id ?? null);
    const before = this.editor.hover.get();
    if (handle !== (before?.handle ?? null) || node !== (before?.node ?? null)) {
      this.editor.hover.set(handle || node ? { handle, node } : null);
    }
  }

  override onPointerDown(pointer: PointerInfo): void {
    const handle = handleAt(this.tool, pointer);
    const frame = gizmoFrame(this.editor);
    if (handle && frame && this.tool.gizmo) {
      this.tool.enter(
        new PointingHandle(this.tool, { handle, frame, mode: this.tool.gizmo, start: pointer }),
      );
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
    if (this.editor.selection.get().length === 0) {
      return false;
    }
    this.editor.selection.clear();
    return true;
  }
}

/** The handle under the pointer, if the tool shows any. */
export function handleAt({ editor, gizmo: mode }: Tool, pointer: PointerInfo): HandleId | null {
  const frame = mode ? gizmoFrame(editor) : null;
  if (!mode || !frame) {
    return null;
  }
  const project = editor.camera.project.bind(editor.camera);
  return hitGizmo({ mode, frame, project, point: pointer, reach: HANDLE_REACH[pointer.kind] });
}
