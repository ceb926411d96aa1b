import { createAnnotation, moveAnnotation } from '../../commands/annotations.ts';
import type { ProbeHit } from '../../probe.ts';
import { SurfaceClick } from '../surface-click.ts';
import { Tool, type ToolState } from '../tool.ts';

/** Sets annotations on surfaces, a click each. */
export class AnnotateTool extends Tool {
  readonly id = 'annotate';
  /** What new ones are called, in the person's language; its panel says. */
  title = 'Annotation';

  /** Lets the next click on a surface move an annotation there. */
  beginMove(id: string): void {
    this.enter(new Moving(this, id));
  }

  protected initial(): ToolState {
    return new Idle(this);
  }
}

/** An annotation waits for its new place; then, or where that is taken back, the tool is left as it was. */
class Moving extends SurfaceClick<AnnotateTool> {
  override readonly id = 'moving';
  override readonly isResting = false;
  readonly #note: string;

  constructor(tool: AnnotateTool, note: string) {
    super(tool);
    this.#note = note;
  }

  protected override isTaken({ id }: ProbeHit): boolean {
    return !this.editor.scene.isLocked(id);
  }

  protected override onSurface(hit: ProbeHit): void {
    moveAnnotation(this.editor, this.#note, hit);
    this.tool.rest();
  }
}

class Idle extends SurfaceClick<AnnotateTool> {
  protected override isTaken({ id }: ProbeHit): boolean {
    return !this.editor.scene.isLocked(id);
  }

  protected override onSurface(hit: ProbeHit): void {
    createAnnotation(this.editor, hit, this.tool.title);
  }

  override onCancel(): boolean {
    return this.editor.selection.clear();
  }
}
