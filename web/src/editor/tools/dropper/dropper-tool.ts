import type { Material } from '@diorama/shared/scene/document.ts';
import { completeMaterial } from '@diorama/shared/scene/partial-material.ts';
import { signal } from '@preact/signals-core';
import type { MaterialInFile } from '../../commands/file-materials.ts';
import { replaceMaterial } from '../../commands/materials.ts';
import { ClickState } from '../click-state.ts';
import type { PointerInfo } from '../pointer.ts';
import type { ColorTaking } from '../takes-color.ts';
import { type Cursor, Tool, type ToolState } from '../tool.ts';
import { Painting } from './painting.ts';
import { colorAt, type FileSlot, type PickedColor, pickedColorOf, surfaceAt } from './picked-surface.ts';

/** Last painted part: its material before and after. */
type Painted = { before: string; after: string };

/** Picked source: a material, or only its colour. */
export type HeldPaint = PickedColor & { what: 'material' | 'color' };

/** Picks a material in the view and assigns it to the next clicked surface. */
export class DropperTool extends Tool implements ColorTaking {
  readonly id = 'dropper';
  /** Colour under the pointer, or the picked one, for display. */
  readonly shown = signal<(PickedColor & { x: number; y: number }) | null>(null);
  /** Source that the next click applies. */
  readonly hand = signal<HeldPaint | null>(null);
  /** Change that can be repeated on all surfaces with the former material. */
  readonly painted = signal<Painted | null>(null);

  /** Reads a file's material as a scene material; null if it does not exist, or no reader is set. */
  readFileMaterial: (file: FileSlot) => Promise<MaterialInFile | null> = () => Promise.resolve(null);
  /** Reports that the pictures of a material could not be uploaded. */
  reportUnsent: (error: unknown) => void = () => undefined;

  /** File materials with uploaded pictures, so that each is uploaded once. */
  readonly #sent = new Map<string, Material>();

  /** Reads the material of a file; its pictures are uploaded when it is first applied. */
  async take(file: FileSlot): Promise<MaterialInFile | null> {
    const key = `${file.asset} ${file.slot}`;
    const sent = this.#sent.get(key);
    if (sent) {
      return { material: sent, withPictures: null };
    }
    const found = await this.readFileMaterial(file);
    const send = found?.withPictures;
    if (!send) {
      return found;
    }
    const withPictures = async () => {
      const material = await send();
      this.#sent.set(key, material);
      return material;
    };
    return { ...found, withPictures };
  }

  /** Applies the last material to all surfaces with the former one, as a separate step. */
  paintAll(): void {
    const painted = this.painted.value;
    this.painted.value = null;
    if (painted && !this.editor.isReadOnly.value) {
      replaceMaterial(this.editor, painted.before, painted.after);
    }
  }

  /** Drops the picked material, for devices without Escape. */
  dropMaterial(): void {
    this.editor.tools.cancel();
  }

  /** Takes the colour of the next click, then returns to the previous tool. */
  takeColor(onColor: (color: string) => void): void {
    const { tools } = this.editor;
    const before = tools.activeId.value;
    const back = before === 'dropper' ? 'select' : before;
    tools.use('dropper');
    this.enter(
      new TakingColor(this, (color) => {
        tools.use(back);
        onColor(color);
      }),
    );
    tools.pointerLeave();
  }

  override takesAlt(): boolean {
    return this.state instanceof Painting;
  }

  override onLeave(): void {
    this.shown.value = null;
    this.painted.value = null;
    this.rest();
  }

  protected initial(): ToolState {
    return new Picking(this);
  }
}

/** Shows the material under the pointer, and picks it on click; with Shift only its colour. */
class Picking extends ClickState<DropperTool> {
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

/** Picks a colour for a field with the next click, from the material and not from its shading. */
class TakingColor extends ClickState<DropperTool> {
  readonly id = 'takingColor';
  // Nothing is written before the click, so another tool can take over.
  override readonly isResting = true;
  readonly #onColor: (color: string) => void;

  constructor(tool: DropperTool, onColor: (color: string) => void) {
    super(tool);
    this.#onColor = onColor;
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const seen = colorAt(this.editor, pointer);
    this.tool.shown.value = seen && { ...seen, x: pointer.x, y: pointer.y };
  }

  override onPointerLeave(): void {
    this.tool.shown.value = null;
  }

  protected override onClick(pointer: PointerInfo): void {
    const color = colorAt(this.editor, pointer)?.color;
    if (color !== undefined && !this.editor.isReadOnly.value) {
      this.#onColor(color.toLowerCase());
    }
  }
}
