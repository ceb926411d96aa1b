import { Store } from '../../store.ts';
import { Tool, type ToolState } from '../tool.ts';
import type { Found } from './found.ts';
import { Picking } from './picking.ts';

/** Takes a material from where it is seen, and gives it to what is clicked next. */
export class DropperTool extends Tool {
  readonly id = 'dropper';
  /** What is under the pointer, or in the hand; for whoever draws it. */
  readonly shown = new Store<{ found: Found; x: number; y: number } | null>(null);

  override onLeave(): void {
    this.shown.set(null);
    this.rest();
  }

  protected initial(): ToolState {
    return new Picking(this);
  }
}
