import { createAnnotation } from '../../commands/annotations.ts';
import type { ProbeHit } from '../../probe.ts';
import { SurfaceClick } from '../surface-click.ts';
import { Tool, type ToolState } from '../tool.ts';

/** Sets annotations on surfaces, a click each. */
export class AnnotateTool extends Tool {
  readonly id = 'annotate';
  /** What new ones are called, in the person's language; its panel says. */
  title = 'Annotation';

  protected initial(): ToolState {
    return new Idle(this);
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
    if (this.editor.selection.get().length === 0) {
      return false;
    }
    this.editor.selection.clear();
    return true;
  }
}
