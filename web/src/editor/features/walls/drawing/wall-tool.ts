import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { setSnapTarget } from '../../../commands/set-snap-target.ts';
import { watch } from '../../../signals.ts';
import { KeyTaps } from '../../../tools/key-taps.ts';
import { HANDLE_REACH, type PointerInfo } from '../../../tools/pointer.ts';
import { type KeyInfo, Tool, type ToolContext, type ToolState } from '../../../tools/tool.ts';
import { readLength } from '../../../tools/typed-length.ts';
import { type CurveHandle, curveHandle, curveHandleAt } from '../model/curve-handle.ts';
import {
  nextOf,
  SNAP_MODES,
  SNAP_STEPS,
  type SnapMode,
  type SnappedCursor,
  snapCorner,
  snapCursor,
} from '../model/kernels/snap-cursor.ts';
import { type DraftWall, ENDS, SHORTEST, type Walls } from '../model/kernels/walls.ts';
import { GROUND, type PlanLevel, planPointAt, worldPoint } from '../model/plan-level.ts';
import { levelOf, planWalls, wallInPlan } from '../model/wall-plan.ts';
import { Idle } from './states.ts';
import {
  isBlank,
  LENGTH_SIDES,
  type LengthSide,
  NOTHING_TYPED,
  type TypedLengths,
  typedOf,
} from './typed-lengths.ts';
import { WallPlace } from './wall-place.ts';

/** Settings of new walls; lengths in metres. */
export type WallSettings = {
  mode: SnapMode;
  /** Step of the grid, and of lengths along rays. */
  step: number;
  /** A chain of single walls, or the four walls of a room at once. */
  shape: 'chain' | 'room';
} & Pick<DraftWall, 'height' | 'thickness' | 'justification'>;

const SETTINGS: WallSettings = {
  mode: 'lines',
  step: SNAP_STEPS[0],
  shape: 'chain',
  height: 2.5,
  thickness: 0.1,
  justification: 'center',
};

/** Wall that is being drawn, or whose end is being moved. */
export type WallDraft = {
  /** Level of the wall; before it starts, the level at the pointer. */
  level: PlanLevel;
  /** Start point; null before it starts. */
  from: PlanPoint | null;
  /** Position of the next click; null while the pointer is outside. */
  cursor: SnappedCursor | null;
  /** Curve relative to the distance of the ends; 0 for new walls. */
  bow: number;
  /** Typed length of a wall, or lengths of a room. */
  lengths: TypedLengths;
  /** Whether the typed or pointed input makes no valid wall. */
  isRefused: boolean;
};

const NOTHING: WallDraft = {
  ...{ level: GROUND, from: null, cursor: null, bow: 0 },
  ...{ lengths: NOTHING_TYPED, isRefused: false },
};

/** Snap kinds that move continuously, without steps. */
const SMOOTH: ReadonlySet<SnappedCursor['kind']> = new Set(['free', 'body']);

/** Largest length of a wall, in metres. */
const LONGEST = 1000;

/** Draggable end of the selected wall. */
export type EndHandle = { id: string; end: (typeof ENDS)[number]; level: PlanLevel; at: PlanPoint };

/** Draws walls by clicks, and moves the ends of the selected wall. */
export class WallTool extends Tool {
  readonly id = 'wallBuild';
  readonly settings = signal<WallSettings>(SETTINGS);
  readonly draft = signal<WallDraft>(NOTHING);
  readonly place: WallPlace;
  readonly #taps = new KeyTaps();
  #pointer: PointerInfo | null = null;
  /** Walls to snap to; null for all. */
  #chain: Walls['walls'] | null = null;
  #stops: (() => void)[] = [];

  constructor(editor: ToolContext) {
    super(editor);
    this.place = new WallPlace(editor);
    watch(
      () => [this.settings.value, this.place.choice.value],
      () => this.follow(),
    );
  }

  /** Typed length of a side in metres; null if empty or invalid. */
  lengthOf(side: LengthSide): number | null {
    const typed = typedOf(this.draft.value.lengths, side);
    const { unit } = this.editor.scene.document.value;
    return typed === null ? null : readLength(typed, { unit, shortest: SHORTEST, longest: LONGEST });
  }

  /** Whether any typed length is invalid. */
  get isMistyped(): boolean {
    return LENGTH_SIDES.some((side) => this.isMistypedOf(side));
  }

  /** Whether the typed length of a side is invalid. */
  isMistypedOf(side: LengthSide): boolean {
    return typedOf(this.draft.value.lengths, side) !== null && this.lengthOf(side) === null;
  }

  /** Shape that the next click draws; a moved end always belongs to a single wall. */
  get shape(): WallSettings['shape'] {
    return this.#chain ? 'chain' : this.settings.value.shape;
  }

  override get hintedBy(): ReadonlySignal<unknown> {
    return this.settings;
  }

  /** Ends of the single selected wall. */
  get handles(): EndHandle[] {
    const { selection, isReadOnly } = this.editor;
    const [id, ...others] = selection.ids.value;
    const level = id === undefined || others.length > 0 ? null : levelOf(this.editor, id);
    if (id === undefined || level === null || isReadOnly.value) {
      return [];
    }
    const wall = wallInPlan(this.editor, id);
    return wall ? ENDS.map((end) => ({ id, end, level, at: wall[end] })) : [];
  }

  /** End handle under the pointer. */
  handleAt(pointer: PointerInfo): EndHandle | null {
    const isNear = ({ level, at }: EndHandle) => {
      const { x, y, depth } = this.editor.camera.project(worldPoint(this.editor, level, at));
      return depth < 1 && Math.hypot(x - pointer.x, y - pointer.y) <= HANDLE_REACH[pointer.kind];
    };
    return this.handles.find(isNear) ?? null;
  }

  /** Curve handle of the single selected wall, if under the pointer. */
  curveHandleAt(pointer: PointerInfo): CurveHandle | null {
    const reach = HANDLE_REACH[pointer.kind];
    return curveHandleAt(this.editor, curveHandle(this.editor), { point: pointer, reach });
  }

  override takesTouch(pointer: PointerInfo): boolean {
    const isOver = this.handleAt(pointer) !== null || this.curveHandleAt(pointer) !== null;
    return this.state.isResting && isOver;
  }

  override onActivate(): void {
    this.place.followSelection();
    const { scene, selection } = this.editor;
    const onSelection = () => this.state.isResting && this.place.followSelection();
    this.#stops = [
      watch(
        () => scene.document.value,
        () => this.follow(),
      ),
      watch(() => selection.ids.value, onSelection),
    ];
  }

  override onLeave(): void {
    for (const stop of this.#stops) {
      stop();
    }
    this.#stops = [];
    this.rest();
    this.point(null);
  }

  override rest(): void {
    super.rest();
    this.#chain = null;
    this.#put(NOTHING);
  }

  /** Changes the settings of new walls. */
  set(patch: Partial<WallSettings>): void {
    this.settings.value = { ...this.settings.value, ...patch };
  }

  /** Starts or continues a wall at a point; clears the typed length. */
  begin(from: PlanPoint, level: PlanLevel): void {
    this.#chain = null;
    this.#put({ ...NOTHING, from, level });
  }

  /** Moves an end of an existing wall, which snaps to some walls and keeps its curve. */
  beginEnd(from: PlanPoint, level: PlanLevel, { chain, bow }: { chain: Walls['walls']; bow: number }): void {
    this.#chain = chain;
    this.#put({ ...NOTHING, from, level, bow });
  }

  /** Sets the typed lengths. */
  type(lengths: TypedLengths): void {
    this.#put({ ...this.draft.value, lengths, isRefused: false });
  }

  /** Shows that the input makes no valid wall. */
  refuse(): void {
    this.draft.value = { ...this.draft.value, isRefused: true };
  }

  /** Updates the pointer; null while it is outside. */
  point(pointer: PointerInfo | null): void {
    this.#pointer = pointer;
    this.draft.value = { ...this.draft.value, isRefused: false };
    this.follow();
  }

  /** Recomputes the snapped cursor, as its snap targets may have changed. */
  follow(): void {
    const draft = this.draft.value;
    const pointer = this.#pointer;
    const level = draft.from || !pointer ? draft.level : this.place.levelAt(pointer);
    const cursor = pointer && this.cursorAt(pointer, level);
    if (draft.from) {
      this.#setSnapTarget(cursor);
    }
    this.draft.value = { ...draft, level, cursor, isRefused: draft.isRefused || this.isMistyped };
  }

  /** Publishes the snap target of the running wall. */
  #setSnapTarget(cursor: SnappedCursor | null): void {
    if (cursor) {
      setSnapTarget(this.editor, cursor.point, SMOOTH.has(cursor.kind) ? 0 : 1);
    } else {
      this.editor.snapTarget.value = null;
    }
  }

  /** Snapped position of a click on a level. */
  cursorAt(pointer: PointerInfo, level: PlanLevel): SnappedCursor | null {
    const { from, lengths } = this.draft.value;
    const { mode, step } = this.settings.value;
    const raw = planPointAt(this.editor, level, { at: pointer });
    const cursor = raw && { raw, mode, step, isBypassed: pointer.shift, walls: this.#toKeepTo(level) };
    if (!cursor || this.shape === 'chain') {
      return cursor && snapCursor({ ...cursor, from, length: this.lengthOf('first') });
    }
    // Angle rays do not apply to a room's opposite corner.
    const corner = snapCursor({ ...cursor, from: null });
    const sides = [this.lengthOf('first'), this.lengthOf('second')] as const;
    return from && !isBlank(lengths) ? snapCorner(corner, from, sides) : corner;
  }

  /** A tap of Shift cycles the snap modes, a tap of Ctrl the steps. */
  keyDown(info: KeyInfo): void {
    if (info.key === 'Shift' || info.key === 'Control') {
      this.#taps.down(info);
    } else {
      this.#taps.cancel();
    }
  }

  keyUp(info: KeyInfo): void {
    if (!this.#taps.up(info)) {
      return;
    }
    const { mode, step } = this.settings.value;
    if (info.key === 'Shift') {
      this.set({ mode: nextOf(SNAP_MODES, mode) });
    } else {
      const now = SNAP_STEPS.find((one) => one === step) ?? SNAP_STEPS[0];
      this.set({ step: nextOf<number>(SNAP_STEPS, now) });
    }
  }

  /** A press during Shift or Ctrl turns the tap into a hold. */
  cancelTap(): void {
    this.#taps.cancel();
  }

  protected initial(): ToolState {
    return new Idle(this);
  }

  #toKeepTo(level: PlanLevel): Walls['walls'] {
    const { own, fixed, others } = planWalls(this.editor, level);
    return this.#chain ?? new Map([...own.walls, ...fixed, ...others]);
  }

  #put(draft: WallDraft): void {
    this.draft.value = draft;
    this.follow();
  }
}
