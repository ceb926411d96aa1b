import type { Material } from '@diorama/shared/scene/document.ts';
import { signal } from '@preact/signals-core';
import type { MaterialInFile } from '../../commands/file-materials.ts';
import { replaceMaterial } from '../../commands/materials.ts';
import type { ColorTaking } from '../takes-color.ts';
import { Tool, type ToolState } from '../tool.ts';
import { Painting } from './painting.ts';
import type { FileSlot, PickedColor } from './picked-surface.ts';
import { Picking } from './picking.ts';
import { TakingColor } from './taking-color.ts';

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
  putDown(): void {
    this.editor.tools.cancel();
  }

  /** Takes the colour of the next click, then returns to the previous tool. */
  takeColor(give: (color: string) => void): void {
    const { tools } = this.editor;
    const before = tools.activeId.value;
    const back = before === 'dropper' ? 'select' : before;
    tools.use('dropper');
    this.enter(
      new TakingColor(this, (color) => {
        tools.use(back);
        give(color);
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
