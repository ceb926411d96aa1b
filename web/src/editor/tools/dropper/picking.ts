import { completeMaterial } from '@diorama/shared/scene/partial-material.ts';
import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import type { DropperTool } from './dropper-tool.ts';
import { Painting } from './painting.ts';
import { colorAt, type FileSlot, pickedColorOf, surfaceAt } from './picked-surface.ts';

/** Shows the material under the pointer, and picks it on click; with Shift only its colour. */
export class Picking extends ClickState<DropperTool> {
  readonly id = 'picking';
  override readonly isResting = true;
  /** File material that is being read. */
  #awaited: FileSlot | null = null;

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { x, y } = pointer;
    const material = surfaceAt(this.editor, pointer)?.material;
    const seen = material
      ? { ...pickedColorOf(material), material: pointer.shift ? null : material }
      : colorAt(this.editor, pointer);
    this.tool.shown.value = seen && { ...seen, x, y };
  }

  override onExit(): void {
    this.#awaited = null;
  }

  override onPointerLeave(): void {
    this.tool.shown.value = null;
  }

  protected override onClick(pointer: PointerInfo): void {
    const found = surfaceAt(this.editor, pointer);
    const seen = colorAt(this.editor, pointer);
    this.#awaited = null;
    if (found?.material) {
      this.tool.enter(new Painting(this.tool, found, pointer.shift ? 'color' : 'material'));
    } else if (seen && pointer.shift) {
      const material = completeMaterial({ color: seen.color.toLowerCase(), name: seen.name });
      this.tool.enter(new Painting(this.tool, { materialId: null, material }, 'color'));
    } else if (found?.file) {
      // Never rejects: the reader reports errors.
      void this.#takeFromFile(found.file);
    }
  }

  async #takeFromFile(file: FileSlot): Promise<void> {
    this.#awaited = file;
    const found = await this.tool.take(file);
    if (found && this.#awaited === file && !this.editor.isReadOnly.value) {
      this.tool.enter(new Painting(this.tool, { materialId: null, ...found }, 'material'));
    }
  }
}
