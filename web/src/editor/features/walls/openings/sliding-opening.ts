import type { NodeOf } from '@diorama/shared/scene/document.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { placeOn, pointOn, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { type NodePatch, updateNode } from '@diorama/shared/scene/ops.ts';
import { createLiveEdit } from '../../../commands/live-edit.ts';
import { duplicateSelection } from '../../../commands/selection.ts';
import type { LiveEdit } from '../../../managers/history.ts';
import { DraggingState } from '../../../tools/dragging-state.ts';
import type { PointerInfo } from '../../../tools/pointer.ts';
import type { KeyInfo, Tool } from '../../../tools/tool.ts';
import { placeOpening } from '../model/kernels/place-opening.ts';
import { type WallPoint, wallPointAt } from '../model/opening-place.ts';
import type { OpeningGhost } from './opening-tool.ts';

/** Press on an opening, and a callback for its preview. */
type OpeningPress = { start: PointerInfo; onGhost?: (ghost: OpeningGhost | null) => void };

/** Original opening, and the offset of the press from its middle along the wall. */
type Taken = { id: string; wall: string; node: NodeOf<'opening'>; grip: number };

/** Moves an opening along its wall or to another one; on a collision it stays at its last valid place. */
export class SlidingOpening extends DraggingState<Tool> {
  readonly id = 'slidingOpening';
  readonly #taken: Taken;
  readonly #press: OpeningPress;
  protected readonly step: LiveEdit;
  #patch: NodePatch<'opening'> = {};

  private constructor(tool: Tool, taken: Taken, press: OpeningPress, live: LiveEdit) {
    super(tool);
    this.#taken = taken;
    this.#press = press;
    this.step = live;
  }

  /** Starts to drag a copy of the pressed, selected opening; copying and moving are one step. */
  static ofCopy(tool: Tool, press: OpeningPress): SlidingOpening | null {
    const live = createLiveEdit(tool.editor);
    duplicateSelection(tool.editor, live.begin());
    const drag = SlidingOpening.of(tool, tool.editor.selection.primary ?? '', press, live);
    if (!drag) {
      live.cancel();
    }
    return drag;
  }

  /** Starts to drag a pressed opening; null if it is not editable or in no plan wall. */
  static of(
    tool: Tool,
    id: string,
    press: OpeningPress,
    live = createLiveEdit(tool.editor),
  ): SlidingOpening | null {
    const { scene, isReadOnly } = tool.editor;
    const [node, wall] = [scene.node(id), scene.parentOf(id)];
    if (node?.kind !== 'opening' || wall === null || scene.isLocked(id) || isReadOnly.value) {
      return null;
    }
    const found = wallPointAt(tool.editor, press.start, wall);
    const host = found?.there.walls.get(wall);
    const line = host && wallLine(host);
    if (!line || !found) {
      return null;
    }
    // With an offset beyond the wall's end, the drawn place differs; the pointer is within the opening's
    // width.
    const half = node.props.width / 2;
    const grip = Math.min(Math.max(placeOn(line, found.at).far - node.props.offset, -half), half);
    return new SlidingOpening(tool, { id, wall, node, grip }, press, live);
  }

  override onExit(): void {
    this.#press.onGhost?.(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { id, node, wall } = this.#taken;
    const found = wallPointAt(this.editor, pointer, this.editor.scene.parentOf(id) ?? wall);
    if (!found || this.editor.scene.node(id)?.kind !== 'opening') {
      return;
    }
    const { type, width, height, sill, flipped } = node.props;
    const opening = { type, width, height, sill };
    const placed = placeOpening({
      ...{ there: found.there, at: this.#withoutGrip(found), opening, moving: id },
      isFree: pointer.shift,
    });
    this.#press.onGhost?.(placed && { level: found.level, placed, flipped, moving: id });
    if (placed?.isAllowed) {
      const { offset, sill: at } = placed.props;
      this.#write({ parent: placed.wall, props: { offset, ...(type === 'door' ? {} : { sill: at }) } });
    }
  }

  /** R turns a door around during the drag. */
  override onKeyDown({ key, mod, alt }: KeyInfo): boolean {
    const isFlip = key.toLowerCase() === 'r' && !mod && !alt;
    if (isFlip) {
      const { flipped = this.#taken.node.props.flipped } = this.#patch.props ?? {};
      this.#write({ props: { flipped: !flipped } });
    }
    return isFlip;
  }

  /** Merges patches, as only the last of several quick writes is executed. */
  #write({ props, ...own }: NodePatch<'opening'>): void {
    const patch = { ...this.#patch, ...own, props: { ...this.#patch.props, ...props } };
    this.#patch = patch;
    this.step.change(() => {
      // Another user may have deleted the wall that it was moved to.
      if (this.editor.scene.node(patch.parent ?? this.#taken.wall)) {
        updateNode(this.editor.ydoc, this.#taken.id, patch);
      }
    });
  }

  /** Keeps the opening at its offset from the pointer. */
  #withoutGrip({ there, at }: WallPoint): PlanPoint {
    const host = there.walls.get(this.editor.scene.parentOf(this.#taken.id) ?? '');
    const line = host && wallLine(host);
    if (!line) {
      return at;
    }
    const { far, aside } = placeOn(line, at);
    return pointOn(line, far - this.#taken.grip, aside);
  }
}
