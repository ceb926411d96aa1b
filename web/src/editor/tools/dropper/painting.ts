import type { Material } from '@diorama/shared/scene/document.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { giveColor, giveToSurface } from '../../commands/materials.ts';
import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import type { DropperTool, Hand } from './dropper-tool.ts';
import { type Found, seenOf, surfaceAt } from './found.ts';

/** What the hand is filled with: a material of the scene, or values that become one with the first thing they are given to. */
export type Source = Pick<Found, 'materialId' | 'material'>;

/**
 * A material, or its colour, is in the hand: each click gives it to what is under the pointer, as one step. With Alt the
 * material that was there comes into the hand in its place.
 */
export class Painting extends ClickState<DropperTool> {
  readonly id = 'painting';
  #source: Source;
  /** Whether it came from a file, so that the scene may do without it. */
  #isLoose: boolean;
  readonly #what: Hand['what'];
  /** The material that the hand was filled with last. */
  #held: Material | null = null;

  constructor(tool: DropperTool, source: Source, what: Hand['what']) {
    super(tool);
    this.#source = source;
    this.#isLoose = source.materialId === null;
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
    const hand = this.#hold();
    const target = surfaceAt(this.editor, pointer);
    if (!hand || !target || this.editor.isReadOnly.get()) {
      return;
    }
    const after = hand.material
      ? this.#give(target, hand.material)
      : giveColor(this.editor, target, hand.color);
    if (after === null) {
      this.editor.ui.tell('dropper.ofFile');
      return;
    }
    const before = target.materialId;
    this.tool.painted.set(before === null || before === after ? null : { before, after });
    if (hand.what === 'material' && pointer.alt && target.material) {
      this.#source = target;
      this.#isLoose = false;
      this.onPointerMove(pointer);
    }
  }

  override onCancel(): boolean {
    this.tool.shown.set(null);
    this.tool.painted.set(null);
    this.tool.rest();
    return true;
  }

  /** Gives the material in the hand; one that is not of the scene becomes so, as part of the step. */
  #give(target: Found, material: Material): string {
    return this.editor.edit(() => {
      const id = this.#inScene() ? this.#source.materialId : null;
      const given = id ?? addMaterial(this.editor.ydoc, material);
      this.#source = { ...this.#source, materialId: given };
      giveToSurface(this.editor, target, given);
      return given;
    });
  }

  #inScene(): Material | null {
    const { materials } = this.editor.scene.get();
    const { materialId } = this.#source;
    return (materialId !== null && Object.hasOwn(materials, materialId) && materials[materialId]) || null;
  }

  /** What is in the hand as it is now; somebody else may have changed it, or removed it, which puts it out of the hand. */
  #hold(): Hand | null {
    const material = this.#inScene() ?? (this.#isLoose ? this.#source.material : null);
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
