import type { NodeKind } from '@diorama/shared/scene/document.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import type { Vector3 } from 'three';
import { land } from '../../commands/land.ts';
import { createLiveEdit, type LiveEdit } from '../../hooks/use-live-edit.ts';
import { landingAt } from '../../queries/placement.ts';
import { Store } from '../../store.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, type KeyInfo, Tool, ToolState } from '../tool.ts';
import { readLength, typeLength } from '../typed-length.ts';
import {
  baseOf,
  FURTHEST,
  heightAt,
  planePoint,
  snapped,
  standAt,
  stepAt,
  THIN,
  uprightBaseOf,
  uprightCorner,
  writeShape,
} from './draw-shape.ts';

/** The kinds that can be drawn by their base and their height. */
export const DRAWN_KINDS: readonly NodeKind[] = nodeDefs
  .filter(({ inspector }) => 'sizing' in inspector && inspector.create === 'shape')
  .map(({ kind }) => kind);

/** A shape on its way: what it will be, where it was begun, and the step of the history that it is. */
export type Draft = { id: string; kind: NodeKind; from: Vector3; live: LiveEdit };

/** Draws shapes: a drag is the base, a move up the height; a click alone puts one of the usual size. */
export class ShapeTool extends Tool {
  readonly id = 'shapes';
  /** What the next drag draws. */
  readonly kind = new Store<NodeKind>('box');

  /** The shape that is being drawn. */
  readonly drawn = new Store<string | null>(null);
  /** How high the shape will be is not known yet. */
  readonly isThin = new Store(false);
  /** What was typed as its height. */
  readonly typed = new Store<string | null>(null);

  /** The height that was typed, in metres; null for none and for what is none. */
  get typedHeight(): number | null {
    const typed = this.typed.get();
    const { unit } = this.editor.scene.get();
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

  /** Also what is half typed is no more. */
  override interrupt(): void {
    this.typed.set(null);
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
    this.tool.drawn.set(null);
  }

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerDown(pointer: PointerInfo): void {
    if (!this.editor.isReadOnly.get()) {
      this.tool.enter(new Basing(this.tool, pointer));
    }
  }

  override onCancel(): boolean {
    return this.editor.selection.clear();
  }
}

/** What would be a shortcut of another tool, pressed by whoever takes the height to be asked for already. */
const SIGN = /^[\p{L}\p{N}]$/u;

/** The base is being drawn. */
class Basing extends ToolState<ShapeTool> {
  readonly id = 'basing';
  readonly #start: PointerInfo;
  readonly #draft: Draft;
  /** Where it was begun, when it is drawn upright. */
  readonly #upright: Vector3 | null;
  #corner: Vector3 | null = null;

  constructor(tool: ShapeTool, start: PointerInfo) {
    super(tool);
    this.#start = start;
    this.#upright = uprightCorner(this.editor, start);
    const from = snapped(this.editor, landingAt(this.editor, start).point, start);
    this.#draft = { id: newSceneId(), kind: tool.kind.get(), from, live: createLiveEdit(this.editor) };
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
    land(this.editor, this.#corner.toArray(), stepAt(this.editor, pointer));
    const { base, hasHeight, height } = this.#base(pointer);
    this.tool.drawn.set(this.#draft.id);
    this.tool.isThin.set(hasHeight);
    writeShape(this.editor, this.#draft, base, height);
  }

  override onPointerUp(pointer: PointerInfo): void {
    const { live, from, kind, id } = this.#draft;
    if (!this.#corner) {
      live.change(() => standAt(this.editor, { id, kind, at: from }));
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

/** The base stands; the pointer or what is typed says how high the shape is, and a press or Enter that it is done. */
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
    this.tool.typed.set(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#pointer = pointer;
    if (this.tool.typed.get() === null) {
      const height = heightAt(this.editor, this.#base, pointer);
      land(this.editor, height === null ? [] : [height], stepAt(this.editor, pointer));
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
    const typed = typeLength(this.tool.typed.get(), key);
    if (typed === undefined) {
      return false;
    }
    this.#type(typed);
    return true;
  }

  override onCancel(): boolean {
    if (this.tool.typed.get() === null) {
      this.#drop();
    } else {
      this.#type(null);
    }
    return true;
  }

  /** Fingers that move the view leave a shape whose base stands as it is. */
  override onPointerLost(): void {
    this.#first = null;
  }

  /** Leaves the shape as high as it is, or as its base is wide where nobody has said that yet. */
  keep(): void {
    if (this.editor.isReadOnly.get()) {
      this.#drop();
      return;
    }
    if (this.tool.isThin.get()) {
      writeShape(this.editor, this.#draft, this.#base, Math.min(this.#base.width, this.#base.depth));
    }
    finish(this.tool, this.#draft);
  }

  #type(typed: string | null): void {
    this.tool.typed.set(typed);
    const pointed = this.#pointer && heightAt(this.editor, this.#base, this.#pointer);
    this.#raise(typed === null ? pointed : this.tool.typedHeight);
  }

  #raise(height: number | null): void {
    if (height !== null) {
      this.tool.isThin.set(false);
      writeShape(this.editor, this.#draft, this.#base, height);
    }
  }

  /** Ends with the shape as it is shown, which what was typed and is no height does not say. */
  #finish(): void {
    if (this.tool.typed.get() === null || this.tool.typedHeight !== null) {
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
