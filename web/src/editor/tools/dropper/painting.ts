import type { Material } from '@diorama/shared/scene/document.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import type { MaterialInFile } from '../../commands/file-materials.ts';
import { setSurfaceColor, setSurfaceMaterial } from '../../commands/materials.ts';
import { assignedMaterial } from '../../queries/assigned-material.ts';
import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { Cursor } from '../tool.ts';
import type { DropperTool, HeldPaint } from './dropper-tool.ts';
import { type FileSlot, type PickedSurface, pickedColorOf, surfaceAt } from './picked-surface.ts';

/**
 * Picked source: a scene material, or values that become a scene material at the first use, when their
 * pictures are uploaded.
 */
type Source = Pick<PickedSurface, 'materialId' | 'material'> & Partial<Pick<MaterialInFile, 'withPictures'>>;

/**
 * Applies a picked material or colour to each clicked surface, as one step. Alt picks the surface's former
 * material.
 */
export class Painting extends ClickState<DropperTool> {
  readonly id = 'painting';
  #source: Source;
  /** Whether the source came from a file, so that it need not exist in the scene. */
  #isLoose: boolean;
  readonly #what: HeldPaint['what'];
  /** Last displayed material of the source. */
  #held: Material | null = null;
  /** Surfaces that wait for uploads, in order, each with a function that ends its progress display. */
  readonly #waiting = new Map<PickedSurface, () => void>();
  #sending: Promise<Material | null> | null = null;

  constructor(tool: DropperTool, source: Source, what: HeldPaint['what']) {
    super(tool);
    this.#source = source;
    this.#isLoose = source.materialId === null;
    this.#what = what;
  }

  /** Painted surfaces are in the history, except those that wait for uploads; the source is kept. */
  override get hasDraft(): boolean {
    return this.#waiting.size > 0;
  }

  override onUndo(): void {
    const [last] = [...this.#waiting.keys()].slice(-1);
    if (last) {
      this.#stopWaiting(last);
    }
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onEnter(): void {
    this.#hold();
  }

  override onExit(): void {
    this.tool.hand.value = null;
  }

  override onPointerMove({ x, y }: PointerInfo): void {
    const hand = this.#hold();
    this.tool.shown.value = hand && { ...hand, x, y };
  }

  override onPointerLeave(): void {
    this.tool.shown.value = null;
  }

  protected override onClick(pointer: PointerInfo): void {
    const hand = this.#hold();
    const target = surfaceAt(this.editor, pointer);
    if (!hand || !target || this.editor.isReadOnly.value) {
      return;
    }
    if (this.editor.scene.isLocked(target.id)) {
      this.editor.ui.notify('dropper.left');
      return;
    }
    if (hand.material && this.#source.withPictures && !this.#inScene(this.#source)) {
      // Reports its own errors.
      void this.#assignOnceSent(target, pointer);
      return;
    }
    const after = hand.material
      ? this.#assign(this.#source, target, hand.material)
      : setSurfaceColor(this.editor, target, hand.color);
    if (after === null) {
      this.editor.ui.notify('dropper.ofFile');
      return;
    }
    this.#reportPainted(target, after, pointer);
  }

  override onCancel(): boolean {
    this.tool.shown.value = null;
    this.tool.painted.value = null;
    this.tool.rest();
    return true;
  }

  /** Offers to paint other surfaces too; with Alt picks the former material. */
  #reportPainted(target: PickedSurface, after: string, pointer: PointerInfo): void {
    const before = target.materialId;
    this.tool.painted.value = before === null || before === after ? null : { before, after };
    if (this.#what !== 'material' || !pointer.alt) {
      return;
    }
    if (target.material) {
      this.#fill(target, { isLoose: false });
      this.onPointerMove(pointer);
    } else if (target.file) {
      // Never rejects: the reader reports errors.
      void this.#takeFromFile(target.file);
    }
  }

  /** Picks a file material, which still exists below an assigned material. */
  async #takeFromFile(file: FileSlot): Promise<void> {
    const before = this.#source;
    const found = await this.tool.take(file);
    if (found && this.tool.state === this && this.#source === before) {
      this.#fill({ materialId: null, ...found }, { isLoose: true });
      this.#hold();
    }
  }

  #fill(source: Source, { isLoose }: { isLoose: boolean }): void {
    this.#source = source;
    this.#isLoose = isLoose;
  }

  /** Applies the source once its pictures are uploaded, in one upload for all waiting surfaces. */
  async #assignOnceSent(target: PickedSurface, pointer: PointerInfo): Promise<void> {
    const { editor } = this;
    const source = this.#source;
    this.#waiting.set(target, editor.ui.beginTransfer(editor.scene.node(target.id)?.name ?? '').end);
    this.#sending ??= this.#send(source);
    const material = await this.#sending;
    if (!this.#stopWaiting(target) || !material) {
      return;
    }
    const { scene } = editor;
    if (!scene.node(target.id) || scene.isLocked(target.id) || editor.isReadOnly.value) {
      editor.ui.notify('dropper.left');
      return;
    }
    const assigned = assignedMaterial(editor, target);
    const now = { ...target, materialId: assigned?.id ?? null, material: assigned?.material ?? null };
    const after = this.#assign(source, now, material);
    if (this.tool.state === this) {
      this.#reportPainted(now, after, pointer);
    }
  }

  /**
   * Ends the wait of a surface.
   * @returns whether it was waiting
   */
  #stopWaiting(target: PickedSurface): boolean {
    this.#waiting.get(target)?.();
    return this.#waiting.delete(target);
  }

  /** Uploads the pictures of a material; reports a failure and returns null. */
  async #send(source: Source): Promise<Material | null> {
    try {
      source.material = (await source.withPictures?.()) ?? source.material;
      source.withPictures = null;
      return source.material;
    } catch (error) {
      this.tool.reportUnsent(error);
      return null;
    } finally {
      this.#sending = null;
    }
  }

  /** Assigns a material, adding it to the scene within the same step if needed. */
  #assign(source: Source, target: PickedSurface, material: Material): string {
    return this.editor.edit(() => {
      const given = this.#inScene(source) ? source.materialId : null;
      const id = given ?? addMaterial(this.editor.ydoc, material);
      source.materialId = id;
      setSurfaceMaterial(this.editor, target, id);
      return id;
    });
  }

  #inScene({ materialId }: Source): Material | null {
    const { materials } = this.editor.scene.document.value;
    return (materialId !== null && Object.hasOwn(materials, materialId) && materials[materialId]) || null;
  }

  /** Current state of the source. If another user has deleted its material, the source is dropped. */
  #hold(): HeldPaint | null {
    const material = this.#inScene(this.#source) ?? (this.#isLoose ? this.#source.material : null);
    if (!material) {
      this.onCancel();
      return null;
    }
    if (material !== this.#held) {
      this.#held = material;
      const seen = this.#what === 'color' ? null : material;
      this.tool.hand.value = { what: this.#what, ...pickedColorOf(material), material: seen };
    }
    return this.tool.hand.value;
  }
}
