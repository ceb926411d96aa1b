import type { OpeningPlan } from '@diorama/shared/scene/nodes/wall/spans.ts';
import { signal } from '@preact/signals-core';
import { watch } from '../../../signals.ts';
import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import { type Cursor, type KeyInfo, Tool, type ToolContext, ToolState } from '../../../tools/tool.ts';
import { OPENING_SILL, type PlacedOpening, placeOpening } from '../model/kernels/place-opening.ts';
import { openingAt, wallPointAt } from '../model/opening-place.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { createOpening } from '../model/walls.ts';
import { SlidingOpening } from './sliding-opening.ts';

type OpeningType = OpeningPlan['type'];
type OpeningSize = Pick<OpeningPlan, 'width' | 'height' | 'sill'>;

/** Settings of the next opening; each type has its own size, in metres. */
type OpeningSettings = {
  type: OpeningType;
  sizes: Readonly<Record<OpeningType, OpeningSize>>;
  flipped: boolean;
};

const SETTINGS: OpeningSettings = {
  type: 'door',
  sizes: {
    door: { width: 0.9, height: 2.1, sill: OPENING_SILL.door },
    window: { width: 1.2, height: 1.2, sill: OPENING_SILL.window },
    hole: { width: 0.9, height: 2.1, sill: OPENING_SILL.hole },
  },
  flipped: false,
};

/** Opening at its previewed place. */
export type OpeningGhost = {
  level: PlanLevel;
  placed: PlacedOpening;
  flipped: boolean;
  moving: string | null;
};

/** Adds doors, windows and holes to walls, and slides existing ones. */
export class OpeningTool extends Tool {
  readonly id = 'openings';
  readonly settings = signal<OpeningSettings>(SETTINGS);
  readonly ghost = signal<OpeningGhost | null>(null);
  #pointer: PointerInfo | null = null;
  #stop: (() => void) | null = null;

  constructor(editor: ToolContext) {
    super(editor);
    watch(
      () => this.settings.value,
      () => this.follow(),
    );
  }

  /** Size of the next opening. */
  get size(): OpeningSize {
    const { type, sizes } = this.settings.value;
    return sizes[type];
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return openingAt(this.editor, pointer) !== null;
  }

  override onActivate(): void {
    this.#stop = watch(
      () => this.editor.scene.document.value,
      () => this.follow(),
    );
  }

  override onLeave(): void {
    this.#stop?.();
    this.#stop = null;
    this.point(null);
  }

  choose(type: OpeningType): void {
    this.settings.value = { ...this.settings.value, type };
  }

  /** Changes the size of the chosen type. */
  resize(patch: Partial<OpeningSize>): void {
    const { value } = this.settings;
    this.settings.value = { ...value, sizes: { ...value.sizes, [value.type]: { ...this.size, ...patch } } };
  }

  /** Toggles the side to which doors open. */
  flip(): void {
    this.settings.value = { ...this.settings.value, flipped: !this.settings.value.flipped };
  }

  /** Updates the pointer; null while it is outside. */
  point(pointer: PointerInfo | null): void {
    this.#pointer = pointer;
    this.follow();
  }

  /** Recomputes the preview, as the walls may have changed. */
  follow(): void {
    if (this.state.isResting) {
      this.ghost.value = this.#pointer && this.#ghostAt(this.#pointer);
    }
  }

  /** Creates the previewed opening, unless it collides. */
  place(): void {
    const ghost = this.ghost.value;
    if (ghost?.placed.isAllowed) {
      const { wall, props } = ghost.placed;
      createOpening(this.editor, { wall, plan: props, look: { flipped: ghost.flipped } });
    }
  }

  protected initial(): ToolState {
    return new Idle(this);
  }

  #ghostAt(pointer: PointerInfo): OpeningGhost | null {
    if (openingAt(this.editor, pointer) !== null) {
      return null;
    }
    const { type, flipped } = this.settings.value;
    const found = wallPointAt(this.editor, pointer);
    const opening = { type, ...this.size };
    const placed = found && placeOpening({ ...found, opening, isFree: pointer.shift });
    return placed && { level: found.level, placed, flipped, moving: null };
  }
}

/** Idle state: a preview follows the pointer, and a click creates the opening. */
class Idle extends ToolState<OpeningTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #press: PointerInfo | null = null;
  #isOverOpening = false;

  override get cursor(): Cursor {
    return this.#isOverOpening ? 'grab' : 'crosshair';
  }

  override onPointerMove(pointer: PointerInfo): void {
    // A moving finger orbits the view.
    if (pointer.kind === 'mouse') {
      this.#isOverOpening = openingAt(this.editor, pointer) !== null;
      this.tool.point(pointer);
    }
  }

  override onPointerLeave(): void {
    this.tool.point(null);
  }

  override onPointerDown(pointer: PointerInfo): void {
    const id = openingAt(this.editor, pointer);
    if (id === null) {
      this.#press = pointer;
    } else {
      this.tool.enter(new PointingOpening(this.tool, { id, start: pointer }));
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (!press || (pointer.kind === 'touch' && isDragged(press, pointer))) {
      return;
    }
    this.tool.point(pointer);
    this.tool.place();
    if (pointer.kind === 'touch') {
      this.tool.point(null);
    }
  }

  override onKeyDown({ key, mod, alt }: KeyInfo): boolean {
    const isFlip = key.toLowerCase() === 'r' && !mod && !alt;
    if (isFlip) {
      this.tool.flip();
    }
    return isFlip;
  }
}

/** Press on an opening: a release selects it, a drag slides it along its wall. */
class PointingOpening extends ToolState<OpeningTool> {
  readonly id = 'pointing';
  readonly #press: { id: string; start: PointerInfo };

  constructor(tool: OpeningTool, press: { id: string; start: PointerInfo }) {
    super(tool);
    this.#press = press;
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onEnter(): void {
    this.tool.point(null);
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { id, start } = this.#press;
    if (!isDragged(start, pointer)) {
      return;
    }
    this.editor.selection.set([id]);
    const sliding = SlidingOpening.of(this.tool, id, {
      start,
      onGhost: (ghost) => {
        this.tool.ghost.value = ghost;
      },
    });
    if (sliding) {
      this.tool.enter(sliding);
      sliding.onPointerMove(pointer);
    } else {
      this.tool.rest();
    }
  }

  override onPointerUp(): void {
    this.editor.selection.set([this.#press.id]);
    this.tool.rest();
  }
}
