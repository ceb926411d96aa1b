import type { Material } from '@diorama/shared/scene/document.ts';
import type { MaterialInFile } from '../../commands/file-materials.ts';
import { replaceMaterial } from '../../commands/materials.ts';
import { Store } from '../../store.ts';
import { Tool, type ToolState } from '../tool.ts';
import type { FileSlot, SeenColor } from './found.ts';
import { Painting } from './painting.ts';
import { Picking } from './picking.ts';
import { TakingColor } from './taking-color.ts';

/** What was painted a moment ago: the material that was there before, and what it has now. */
export type Painted = { before: string; after: string };

/** What is in the hand: a material, or nothing but its colour. */
export type Hand = SeenColor & { what: 'material' | 'color' };

/** Takes a material from where it is seen, and gives it to what is clicked next. */
export class DropperTool extends Tool {
  readonly id = 'dropper';
  /** What is under the pointer, or in the hand; for whoever draws it. */
  readonly shown = new Store<(SeenColor & { x: number; y: number }) | null>(null);
  /** What the next click gives. */
  readonly hand = new Store<Hand | null>(null);
  /** What may be done to all that looks as the last painted part did. */
  readonly painted = new Store<Painted | null>(null);

  /** A material like the one that a file has; null where there is none, or nobody lends the reading of files. */
  readFileMaterial: (file: FileSlot) => Promise<MaterialInFile | null> = () => Promise.resolve(null);
  /** Says why the pictures of a material could not be sent. */
  tellUnsent: (error: unknown) => void = () => undefined;

  /** Materials of files with their pictures, which are sent once, however often a material is taken. */
  readonly #sent = new Map<string, Material>();

  /** Reads the material of a file for the hand; its pictures stay in the file until it is given to something. */
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

  /** Gives what was painted last to all others that wear what was there before, as a step of its own. */
  paintAll(): void {
    const painted = this.painted.get();
    this.painted.set(null);
    if (painted && !this.editor.isReadOnly.get()) {
      replaceMaterial(this.editor, painted.before, painted.after);
    }
  }

  /** Lets go of what is in the hand, where there is no Escape. */
  putDown(): void {
    this.editor.tools.cancel();
  }

  /** Takes the colour of what is clicked next for a field, and goes back to the tool that is in use; Escape takes none. */
  takeColor(give: (color: string) => void): void {
    const { tools } = this.editor;
    const before = tools.get();
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
    this.shown.set(null);
    this.painted.set(null);
    this.rest();
  }

  protected initial(): ToolState {
    return new Picking(this);
  }
}
