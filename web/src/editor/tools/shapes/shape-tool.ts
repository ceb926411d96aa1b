import type { NodeKind } from '@diorama/shared/scene/document.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { signal } from '@preact/signals-core';
import type { Vector3 } from 'three';
import { createLiveEdit } from '../../commands/live-edit.ts';
import { setSnapTarget } from '../../commands/set-snap-target.ts';
import { dropPlacementAt } from '../../queries/placement.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, type KeyInfo, Tool, ToolState } from '../tool.ts';
import { readLength, typeLength } from '../typed-length.ts';
import {
  baseOf,
  type Draft,
  FURTHEST,
  heightAt,
  placeShapeAt,
  planePoint,
  snapped,
  stepAt,
  THIN,
  uprightBaseOf,
  uprightCorner,
  writeShape,
} from './draw-shape.ts';

/** Kinds that are drawn by base and height. */
export const DRAWN_KINDS: readonly NodeKind[] = nodeDefs
  .filter(({ inspector }) => 'sizing' in inspector && inspector.create === 'shape')
  .map(({ kind }) => kind);

/** Draws shapes: a drag draws the base, a move sets the height. A single click places a default size. */
export class ShapeTool extends Tool {
  readonly id = 'shapes';
  /** Kind that the next drag draws. */
  readonly kind = signal<NodeKind>('box');

  /** Shape that is being drawn. */
  readonly drawn = signal<string | null>(null);
  /** Whether the height is still unknown. */
  readonly isThin = signal(false);
  /** Typed height. */
  readonly typed = signal<string | null>(null);

  /** Typed height in metres; null if empty or invalid. */
  get typedHeight(): number | null {
    const typed = this.typed.value;
    const { unit } = this.editor.scene.document.value;
    return typed === null ? null : readLength(typed, { unit, shortest: THIN, longest: FURTHEST });
  }

  override takesTouch(): boolean {
    return true;
  }

  override onLeave(): void {
    if (this.state instanceof Raising) {
      this.state.keep();
    }
  }

  /** A partly typed height is discarded too. */
  override interrupt(): void {
    this.typed.value = null;
    super.interrupt();
  }

  protected initial(): ToolState {
    return new Idle(this);
  }
}

/** Waits for a press on a level surface or the ground. */
class Idle extends ToolState<ShapeTool> {
  readonly id = 'idle';
  override readonly isResting = true;

  override onEnter(): void {
    this.tool.drawn.value = null;
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerDown(pointer: PointerInfo): void {
    if (!this.editor.isReadOnly.value) {
      this.tool.enter(new Basing(this.tool, pointer));
    }
  }

  override onCancel(): boolean {
    return this.editor.selection.clear();
  }
}

/** Letters and digits, captured so that typing a height early does not trigger tool shortcuts. */
const SIGN = /^[\p{L}\p{N}]$/u;

/** The base is being drawn. */
class Basing extends ToolState<ShapeTool> {
  readonly id = 'basing';
  readonly #start: PointerInfo;
  readonly #draft: Draft;
  /** Start corner of an upright shape. */
  readonly #upright: Vector3 | null;
  #corner: Vector3 | null = null;

  constructor(tool: ShapeTool, start: PointerInfo) {
    super(tool);
    this.#start = start;
    this.#upright = uprightCorner(this.editor, start);
    const from = snapped(this.editor, dropPlacementAt(this.editor, start).point, start);
    this.#draft = { id: newSceneId(), kind: tool.kind.value, from, live: createLiveEdit(this.editor) };
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const to = this.#cornerAt(pointer);
    if (!to || (!this.#corner && !isDragged(this.#start, pointer))) {
      return;
    }
    this.#corner = to;
    setSnapTarget(this.editor, this.#corner.toArray(), stepAt(this.editor, pointer));
    const { base, hasHeight, height } = this.#base(pointer);
    this.tool.drawn.value = this.#draft.id;
    this.tool.isThin.value = hasHeight;
    writeShape(this.editor, this.#draft, base, height);
  }

  override onPointerUp(pointer: PointerInfo): void {
    const { live, from, kind, id } = this.#draft;
    if (!this.#corner) {
      live.change(() => placeShapeAt(this.editor, { id, kind, at: from }));
      finish(this.tool, this.#draft);
      return;
    }
    const { base, hasHeight } = this.#base(pointer);
    if (base.width === 0 || base.depth === 0) {
      this.onCancel();
      return;
    }
    if (hasHeight) {
      this.tool.enter(new Raising(this.tool, this.#draft, base));
    } else {
      finish(this.tool, this.#draft);
    }
  }

  override onKeyDown({ key, mod }: KeyInfo): boolean {
    return !mod && SIGN.test(key);
  }

  override onCancel(): boolean {
    this.#draft.live.cancel();
    this.tool.rest();
    return true;
  }

  #cornerAt(pointer: PointerInfo): Vector3 | null {
    if (this.#upright) {
      return uprightCorner(this.editor, pointer);
    }
    const to = planePoint(this.editor, pointer, this.#draft.from.y);
    return to && snapped(this.editor, to, pointer);
  }

  #base({ alt }: PointerInfo) {
    if (this.#upright) {
      const [from, to] = [this.#upright, this.#corner ?? this.#upright];
      return { ...uprightBaseOf({ from, to, isCentred: alt }), hasHeight: false };
    }
    const { from, kind } = this.#draft;
    return { ...baseOf({ kind, from, to: this.#corner ?? from, isCentred: alt }), height: null };
  }
}

/** The base is set. The pointer or a typed value sets the height; a press or Enter ends the shape. */
class Raising extends ToolState<ShapeTool> {
  readonly id = 'raising';
  readonly #draft: Draft;
  readonly #base: ReturnType<typeof baseOf>['base'];
  #first: PointerInfo | null = null;
  #pointer: PointerInfo | null = null;

  constructor(tool: ShapeTool, draft: Draft, base: ReturnType<typeof baseOf>['base']) {
    super(tool);
    this.#draft = draft;
    this.#base = base;
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerDown(pointer: PointerInfo): void {
    this.#first = pointer;
  }

  override onExit(): void {
    this.tool.typed.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#pointer = pointer;
    if (this.tool.typed.value === null) {
      const height = heightAt(this.editor, this.#base, pointer);
      setSnapTarget(this.editor, height === null ? [] : [height], stepAt(this.editor, pointer));
      this.#raise(height);
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    if (this.#first) {
      this.onPointerMove(pointer);
      this.#finish();
    }
  }

  override onKeyDown({ key, mod, alt }: KeyInfo): boolean {
    if (mod || alt) {
      return false;
    }
    if (key === 'Enter') {
      this.#finish();
      return true;
    }
    const typed = typeLength(this.tool.typed.value, key);
    if (typed === undefined) {
      return false;
    }
    this.#type(typed);
    return true;
  }

  override onCancel(): boolean {
    if (this.tool.typed.value === null) {
      this.#drop();
    } else {
      this.#type(null);
    }
    return true;
  }

  /** Camera gestures keep a shape with a finished base. */
  override onPointerLost(): void {
    this.#first = null;
  }

  /** Commits the shape at its current height, or at its base width if none was set. */
  keep(): void {
    if (this.editor.isReadOnly.value) {
      this.#drop();
      return;
    }
    if (this.tool.isThin.value) {
      writeShape(this.editor, this.#draft, this.#base, Math.min(this.#base.width, this.#base.depth));
    }
    finish(this.tool, this.#draft);
  }

  #type(typed: string | null): void {
    this.tool.typed.value = typed;
    const pointed = this.#pointer && heightAt(this.editor, this.#base, this.#pointer);
    this.#raise(typed === null ? pointed : this.tool.typedHeight);
  }

  #raise(height: number | null): void {
    if (height !== null) {
      this.tool.isThin.value = false;
      writeShape(this.editor, this.#draft, this.#base, height);
    }
  }

  /** Ends with the displayed shape, unless the typed height is invalid. */
  #finish(): void {
    if (this.tool.typed.value === null || this.tool.typedHeight !== null) {
      finish(this.tool, this.#draft);
    }
  }

  #drop(): void {
    this.#draft.live.cancel();
    this.tool.rest();
  }
}

function finish(tool: ShapeTool, { id, live }: Draft): void {
  live.commit();
  if (tool.editor.scene.node(id)) {
    tool.editor.selection.set([id]);
  }
  tool.rest();
}
