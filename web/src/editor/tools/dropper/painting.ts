import type { Material } from '@diorama/shared/scene/document.ts';
import { giveColor, giveToSurface } from '../../commands/materials.ts';
import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import type { DropperTool, Hand } from './dropper-tool.ts';
import { type Found, seenOf, surfaceAt } from './found.ts';

/**
 * A material, or its colour, is in the hand: each click gives it to what is under the pointer, as one step. With Alt the
 * material that was there comes into the hand in its place.
 */
export class Painting extends ClickState<DropperTool> {
  readonly id = 'painting';
  #source: Found;
  readonly #what: Hand['what'];
  /** The material that the hand was filled with last. */
  #held: Material | null = null;

  constructor(tool: DropperTool, source: Found, what: Hand['what']) {
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

  override onEnter(): void {
    this.#hold();
  }

  override onExit(): void {
    this.tool.hand.set(null);
  }

  override onPointerMove({ x, y }: PointerInfo): void {
    const hand = this.#hold();
    this.tool.shown.set(hand && { ...hand, x, y });
  }

  override onPointerLeave(): void {
    this.tool.shown.set(null);
  }

  protected override onClick(pointer: PointerInfo): void {
    const { materialId } = this.#source;
    const hand = this.#hold();
    const target = surfaceAt(this.editor, pointer);
    if (!hand || !target || materialId === null || this.editor.isReadOnly.get()) {
      return;
    }
    const after = hand.what === 'material' ? materialId : giveColor(this.editor, target, hand.color);
    if (hand.what === 'material') {
      giveToSurface(this.editor, target, materialId);
    }
    if (after === null) {
      this.editor.ui.tell('dropper.ofFile');
      return;
    }
    const before = target.materialId;
    this.tool.painted.set(before === null || before === after ? null : { before, after });
    if (hand.what === 'material' && pointer.alt && target.material) {
      this.#source = target;
      this.onPointerMove(pointer);
    }
  }

  override onCancel(): boolean {
    this.tool.shown.set(null);
    this.tool.painted.set(null);
    this.tool.rest();
    return true;
  }

  /** What is in the hand as it is now; somebody else may have changed it, or removed it, which puts it out of the hand. */
  #hold(): Hand | null {
    const { materials } = this.editor.scene.get();
    const { materialId } = this.#source;
    const material =
      materialId !== null && Object.hasOwn(materials, materialId) ? materials[materialId] : null;
    if (!material) {
      this.onCancel();
      return null;
    }
    if (material !== this.#held) {
      this.#held = material;
      const seen = this.#what === 'color' ? null : material;
      this.tool.hand.set({ what: this.#what, ...seenOf(material), material: seen });
    }
    return this.tool.hand.get();
  }
}
