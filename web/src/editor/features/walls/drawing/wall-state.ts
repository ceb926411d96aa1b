import type { PointerInfo } from '../../../tools/pointer.ts';
import { type Cursor, type KeyInfo, ToolState } from '../../../tools/tool.ts';
import type { WallTool } from './wall-tool.ts';

/** Base of all wall tool states: follows the pointer and detects taps. */
export abstract class WallState extends ToolState<WallTool> {
  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerDown(_pointer: PointerInfo): void {
    this.tool.cancelTap();
  }

  override onPointerMove(pointer: PointerInfo): void {
    // A moving finger orbits the view.
    if (pointer.kind === 'mouse') {
      this.tool.point(pointer);
    }
  }

  override onPointerLeave(): void {
    this.tool.point(null);
  }

  override onKeyDown(key: KeyInfo): boolean {
    this.tool.keyDown(key);
    return false;
  }

  override onKeyUp(key: KeyInfo): void {
    this.tool.keyUp(key);
  }
}
