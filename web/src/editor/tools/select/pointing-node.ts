import { Quaternion, type Vector3 } from 'three';
import { startDrag } from '../../commands/start-drag.ts';
import { eyeDirection } from '../../queries/gizmo-frame.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { ToolState } from '../tool.ts';
import { ownDragOf } from './own-drag.ts';
import type { SelectTool } from './select-tool.ts';
import { Translating } from './translating.ts';

/**
 * Smallest downward view direction at which a dragged node follows the ground; below it, the screen plane.
 */
const GROUND_STEEPNESS = 0.15;

/** Press on a node: hit point and screen position. */
export type NodePress = { id: string; at: Vector3; start: PointerInfo };

/** Press on a node: a release selects it, a drag moves it. */
export class PointingNode extends ToolState<SelectTool> {
  readonly id = 'pointing';
  readonly #press: NodePress;

  constructor(tool: SelectTool, press: NodePress) {
    super(tool);
    this.#press = press;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { id, at, start } = this.#press;
    // A touch drag orbits the view; nodes are moved by the gizmo.
    if (!isDragged(start, pointer) || start.kind === 'touch') {
      return;
    }
    if (!this.editor.selection.has(id)) {
      this.editor.selection.set([id]);
    }
    const own = ownDragOf(this.tool, this.#press);
    if (own) {
      this.tool.enter(own);
      own.onPointerMove?.(pointer);
      return;
    }
    const started = startDrag(this.editor, { isCopied: start.alt });
    if (!started) {
      this.tool.rest();
      return;
    }
    const eye = eyeDirection(this.editor, at);
    const handle = eye.y > GROUND_STEEPNESS ? 'xz' : 'view';
    const frame = { origin: at, rotation: new Quaternion(), size: 1, eye };
    const begin = { handle, frame, start, isByHandle: false, ...started } as const;
    this.tool.enter(new Translating(this.tool, begin, pointer));
  }

  override onPointerUp(pointer: PointerInfo): void {
    const { id, start } = this.#press;
    const { selection } = this.editor;
    if (isDragged(start, pointer)) {
      // The touch orbited the view.
      this.tool.rest();
      return;
    }
    if (pointer.mod) {
      selection.toggle(id);
    } else if (pointer.shift) {
      selection.add([id]);
    } else {
      selection.set([id]);
    }
    this.tool.rest();
  }
}
