import type { Matrix4 } from 'three';
import type { DragParts } from '../../kernels/drag.ts';
import type { HandleDrag } from '../../kernels/gizmo-drag.ts';
import { snapTargetKey } from '../../kernels/snap-target-key.ts';
import type { PointerInfo } from '../pointer.ts';
import type { KeyInfo } from '../tool.ts';
import { MoveSnap, NO_MARKS } from './move-snap.ts';
import { Transforming } from './transforming.ts';

/** Key that forces point and edge snapping while held. */
const CATCH_KEY = 'v';

/** Moves the selection with snapping. */
export class Translating extends Transforming {
  readonly id = 'translating';
  protected readonly mode = 'translate';
  #snap: MoveSnap | null = null;
  #isCatching = false;
  #isTurned = false;

  override onExit(): void {
    super.onExit();
    this.tool.marks.value = NO_MARKS;
  }

  override onKeyDown({ key }: KeyInfo): boolean {
    return this.#catch(key, true);
  }

  override onKeyUp({ key }: KeyInfo): void {
    this.#catch(key, false);
  }

  protected deltaOf(drag: HandleDrag, pointer: PointerInfo): Matrix4 {
    this.#snap ??= new MoveSnap(this.editor, this.begin);
    const { delta, isTurned, marks } = this.#snap.resolve(drag, pointer, this.#isCatching);
    this.#isTurned = isTurned;
    this.tool.marks.value = marks;
    return delta;
  }

  protected override snapTargetOf(delta: Matrix4, step: number): string {
    const { caught, lines } = this.tool.marks.value;
    if (caught) {
      // Along an edge or on a surface the move is continuous.
      return caught.kind === 'vertex' ? snapTargetKey(caught.point.toArray()) : caught.kind;
    }
    // Without steps the move along a guide is continuous.
    return lines.length > 0 && step === 0
      ? lines.map(({ axis, to }) => `${axis} ${snapTargetKey([to[axis]])}`).join()
      : super.snapTargetOf(delta, step);
  }

  protected partsOf(): DragParts {
    return this.#isTurned ? ['position', 'rotation'] : ['position'];
  }

  #catch(key: string, isCatching: boolean): boolean {
    if (key.toLowerCase() !== CATCH_KEY) {
      return false;
    }
    const pointer = this.editor.tools.pointer.value;
    if (pointer && this.#isCatching !== isCatching) {
      this.#isCatching = isCatching;
      this.onPointerMove(pointer);
    }
    return true;
  }
}
