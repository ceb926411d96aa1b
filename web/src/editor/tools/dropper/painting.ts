import { updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { giveToSurface } from '../../commands/materials.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import type { DropperTool } from './dropper-tool.ts';
import { type Found, seenOf, surfaceAt } from './found.ts';

/**
 * A material, or its colour, is in the hand: each click gives it to what is under the pointer, as one step. With Alt the
 * material that was there comes into the hand in its place.
 */
export class Painting extends ToolState<DropperTool> {
  readonly id = 'painting';
  #source: Found;
  readonly #what: 'material' | 'color';

  constructor(tool: DropperTool, source: Found, what: 'material' | 'color') {
    super(tool);
    this.#source = source;
    this.#what = what;
  }

  /** What was painted is in the history; what is in the hand stays there. */
  override get hasDraft(): boolean {
    return false;
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerMove({ x, y }: PointerInfo): void {
    const { material } = this.#source;
    this.tool.shown.set(material && { found: this.#source, ...seenOf(material), x, y });
  }

  override onPointerLeave(): void {
    this.tool.shown.set(null);
  }

  override onPointerUp(pointer: PointerInfo): void {
    const { scene, isReadOnly } = this.editor;
    const target = surfaceAt(this.editor, pointer);
    const { materialId, material } = this.#source;
    // Somebody else may have removed it meanwhile.
    const isThere = materialId !== null && Object.hasOwn(scene.get().materials, materialId);
    if (!target || !material || !isThere || isReadOnly.get()) {
      return;
    }
    if (this.#what === 'material') {
      giveToSurface(this.editor, target, materialId);
      const before = target.materialId;
      this.tool.painted.set(before === null || before === materialId ? null : { before, after: materialId });
      if (pointer.alt && target.material) {
        this.#source = target;
        this.onPointerMove(pointer);
      }
    } else if (target.materialId !== null && target.materialId !== materialId) {
      const { color } = material;
      this.editor.edit(() => updateMaterial(this.editor.ydoc, target.materialId ?? '', { color }));
    }
  }

  override onCancel(): boolean {
    this.tool.shown.set(null);
    this.tool.painted.set(null);
    this.tool.rest();
    return true;
  }
}
