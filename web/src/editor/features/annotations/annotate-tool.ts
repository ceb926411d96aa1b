import type { SceneHit } from '../../scene-queries.ts';
import { SurfaceClick } from '../../tools/surface-click.ts';
import { Tool, type ToolState } from '../../tools/tool.ts';
import { createAnnotation, moveAnnotation } from './model/annotations.ts';

/** Creates an annotation on a surface with each click. */
export class AnnotateTool extends Tool {
  readonly id = 'annotate';
  /** Initial title of new annotations, translated by the tool's panel. */
  title = 'Annotation';

  /** Makes the next click on a surface move an annotation there. */
  beginMove(id: string): void {
    this.enter(new Moving(this, id));
  }

  protected initial(): ToolState {
    return new Idle(this);
  }
}

/** Waits for an annotation's new place; afterwards, or when cancelled, the tool is idle. */
class Moving extends SurfaceClick<AnnotateTool> {
  override readonly id = 'moving';
  override readonly isResting = false;
  readonly #note: string;

  constructor(tool: AnnotateTool, note: string) {
    super(tool);
    this.#note = note;
  }

  protected override isTaken({ id }: SceneHit): boolean {
    return !this.editor.scene.isLocked(id);
  }

  protected override onSurface(hit: SceneHit): void {
    moveAnnotation(this.editor, this.#note, hit);
    this.tool.rest();
  }
}

class Idle extends SurfaceClick<AnnotateTool> {
  protected override isTaken({ id }: SceneHit): boolean {
    return !this.editor.scene.isLocked(id);
  }

  protected override onSurface(hit: SceneHit): void {
    createAnnotation(this.editor, hit, this.tool.title);
  }

  override onCancel(): boolean {
    return this.editor.selection.clear();
  }
}
