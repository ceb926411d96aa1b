import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { land } from '../../commands/land.ts';
import type { Editor } from '../../editor.ts';
import {
  nextOf,
  SNAP_MODES,
  SNAP_STEPS,
  type SnapMode,
  type SnappedCursor,
  snapCorner,
  snapCursor,
} from '../../kernels/walls/snap-cursor.ts';
import { type DraftWall, ENDS, SHORTEST, type Walls } from '../../kernels/walls/walls.ts';
import { type CurveHandle, curveHandle, curveHandleAt } from '../../queries/curve-handle.ts';
import { GROUND, type PlanLevel, planPointAt, worldPoint } from '../../queries/plan-level.ts';
import { levelOf, planWalls, wallInPlan } from '../../queries/wall-plan.ts';
import { type Readable, Store } from '../../store.ts';
import { KeyTaps } from '../key-taps.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { type KeyInfo, Tool, type ToolState } from '../tool.ts';
import { readLength } from '../typed-length.ts';
import { Idle } from './idle.ts';
import { isBlank, NOTHING_TYPED, SIDES, type Side, type TypedLengths, typedOf } from './typed-lengths.ts';
import { WallPlace } from './wall-place.ts';

/** How walls are drawn; lengths in metres. */
export type WallSettings = {
  mode: SnapMode;
  /** Of the grid, and along rays. */
  step: number;
  /** One wall after the other, or the four walls of a room at once. */
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

/** A wall that is being drawn, or moved by an end. */
export type WallDraft = {
  /** What it stands on; while nothing has begun, what it would where the pointer is. */
  level: PlanLevel;
  /** Where it begins; null while nothing has begun. */
  from: PlanPoint | null;
  /** Where the next click lands; null while the pointer is nowhere. */
  cursor: SnappedCursor | null;
  /** How far it curves, as a share of how far its ends are apart; nothing of what is drawn anew does. */
  bow: number;
  /** What was typed as its length, or as those of a room. */
  lengths: TypedLengths;
  /** What was typed, or is pointed at, makes no wall. */
  isRefused: boolean;
};

const NOTHING: WallDraft = {
  ...{ level: GROUND, from: null, cursor: null, bow: 0 },
  ...{ lengths: NOTHING_TYPED, isRefused: false },
};

/** Along these the cursor slides without steps. */
const SMOOTH: ReadonlySet<SnappedCursor['kind']> = new Set(['free', 'body']);

/** No wall is longer, in metres. */
const LONGEST = 1000;

/** An end of the selected wall, to be dragged. */
export type EndHandle = { id: string; end: (typeof ENDS)[number]; level: PlanLevel; at: PlanPoint };

/** Draws walls by clicks, and moves the ends of the one that is selected. */
export class WallTool extends Tool {
  readonly id = 'wallBuild';
  readonly settings = new Store<WallSettings>(SETTINGS);
  readonly draft = new Store<WallDraft>(NOTHING);
  readonly place: WallPlace;
  readonly #taps = new KeyTaps();
  #pointer: PointerInfo | null = null;
  /** What the cursor keeps to; null for all walls that are there. */
  #among: Walls['walls'] | null = null;
  #stops: (() => void)[] = [];

  constructor(editor: Editor) {
    super(editor);
    this.place = new WallPlace(editor);
    this.settings.subscribe(() => this.follow());
    this.place.choice.subscribe(() => this.follow());
  }

  /** The length that was typed of a side, in metres; null for none and for what is none. */
  lengthOf(side: Side): number | null {
    const typed = typedOf(this.draft.get().lengths, side);
    const { unit } = this.editor.scene.get();
    return typed === null ? null : readLength(typed, { unit, shortest: SHORTEST, longest: LONGEST });
  }

  /** Whether something was typed that is no length. */
  get isMistyped(): boolean {
    return SIDES.some((side) => this.isMistypedOf(side));
  }

  /** Whether what was typed of a side is no length. */
  isMistypedOf(side: Side): boolean {
    return typedOf(this.draft.get().lengths, side) !== null && this.lengthOf(side) === null;
  }

  /** What the next click draws; an end that is moved is one of a single wall. */
  get shape(): WallSettings['shape'] {
    return this.#among ? 'chain' : this.settings.get().shape;
  }

  override get hintedBy(): Readable<unknown> {
    return this.settings;
  }

  /** The ends of the wall that alone is selected. */
  get handles(): EndHandle[] {
    const { selection, isReadOnly } = this.editor;
    const [id, ...others] = selection.get();
    const level = id === undefined || others.length > 0 ? null : levelOf(this.editor, id);
    if (id === undefined || level === null || isReadOnly.get()) {
      return [];
    }
    const wall = wallInPlan(this.editor, id);
    return wall ? ENDS.map((end) => ({ id, end, level, at: wall[end] })) : [];
  }

  /** The end handle under the pointer. */
  handleAt(pointer: PointerInfo): EndHandle | null {
    const isNear = ({ level, at }: EndHandle) => {
      const { x, y, depth } = this.editor.camera.project(worldPoint(this.editor, level, at));
      return depth < 1 && Math.hypot(x - pointer.x, y - pointer.y) <= HANDLE_REACH[pointer.kind];
    };
    return this.handles.find(isNear) ?? null;
  }

  /** The handle under the pointer that curves the wall that alone is selected. */
  curveHandleAt(pointer: PointerInfo): CurveHandle | null {
    const reach = HANDLE_REACH[pointer.kind];
    return curveHandleAt(this.editor, curveHandle(this.editor), { point: pointer, reach });
  }

  override takesTouch(pointer: PointerInfo): boolean {
    const isOver = this.handleAt(pointer) !== null || this.curveHandleAt(pointer) !== null;
    return this.state.isResting && isOver;
  }

  override onTake(): void {
    this.place.followSelection();
    const { scene, selection } = this.editor;
    const onSelection = () => this.state.isResting && this.place.followSelection();
    this.#stops = [scene.subscribe(() => this.follow()), selection.subscribe(onSelection)];
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
    this.#among = null;
    this.#put(NOTHING);
  }

  /** Changes how walls are drawn. */
  set(patch: Partial<WallSettings>): void {
    this.settings.update((before) => ({ ...before, ...patch }));
  }

  /** Begins a wall somewhere, or goes on from there; the length of the one before is forgotten. */
  begin(from: PlanPoint, level: PlanLevel): void {
    this.#among = null;
    this.#put({ ...NOTHING, from, level });
  }

  /** Follows an end of a wall that is there, which keeps to some others and goes on curving as it does. */
  beginEnd(from: PlanPoint, level: PlanLevel, { among, bow }: { among: Walls['walls']; bow: number }): void {
    this.#among = among;
    this.#put({ ...NOTHING, from, level, bow });
  }

  /** Takes over what was typed so far. */
  type(lengths: TypedLengths): void {
    this.#put({ ...this.draft.get(), lengths, isRefused: false });
  }

  /** Shows that what would be drawn cannot be. */
  refuse(): void {
    this.draft.update((draft) => ({ ...draft, isRefused: true }));
  }

  /** Follows the pointer; null when it is nowhere. */
  point(pointer: PointerInfo | null): void {
    this.#pointer = pointer;
    this.draft.update((draft) => ({ ...draft, isRefused: false }));
    this.follow();
  }

  /** Looks again at where the pointer is: what it keeps to may have changed. */
  follow(): void {
    const draft = this.draft.get();
    const pointer = this.#pointer;
    const level = draft.from || !pointer ? draft.level : this.place.levelAt(pointer);
    const cursor = pointer && this.cursorAt(pointer, level);
    if (draft.from) {
      this.#land(cursor);
    }
    this.draft.set({ ...draft, level, cursor, isRefused: draft.isRefused || this.isMistyped });
  }

  /** Tells of the steps of what is being drawn. */
  #land(cursor: SnappedCursor | null): void {
    if (cursor) {
      land(this.editor, cursor.point, SMOOTH.has(cursor.kind) ? 0 : 1);
    } else {
      this.editor.landing.set(null);
    }
  }

  /** Where a click lands on a level. */
  cursorAt(pointer: PointerInfo, level: PlanLevel): SnappedCursor | null {
    const { from, lengths } = this.draft.get();
    const { mode, step } = this.settings.get();
    const raw = planPointAt(this.editor, level, { at: pointer });
    const cursor = raw && { raw, mode, step, isBypassed: pointer.shift, walls: this.#toKeepTo(level) };
    if (!cursor || this.shape === 'chain') {
      return cursor && snapCursor({ ...cursor, from, length: this.lengthOf('first') });
    }
    // Rays say nothing of a room's opposite corner.
    const corner = snapCursor({ ...cursor, from: null });
    const sides = [this.lengthOf('first'), this.lengthOf('second')] as const;
    return from && !isBlank(lengths) ? snapCorner(corner, from, sides) : corner;
  }

  /** Tapped Shift goes through what the cursor keeps to, Ctrl through the steps. */
  keyDown(info: KeyInfo): void {
    if (info.key === 'Shift' || info.key === 'Control') {
      this.#taps.down(info);
    } else {
      this.#taps.spoil();
    }
  }

  keyUp(info: KeyInfo): void {
    if (!this.#taps.up(info)) {
      return;
    }
    const { mode, step } = this.settings.get();
    if (info.key === 'Shift') {
      this.set({ mode: nextOf(SNAP_MODES, mode) });
    } else {
      const now = SNAP_STEPS.find((one) => one === step) ?? SNAP_STEPS[0];
      this.set({ step: nextOf<number>(SNAP_STEPS, now) });
    }
  }

  /** A press while Shift or Ctrl is held: that was no tap. */
  spoilTap(): void {
    this.#taps.spoil();
  }

  protected initial(): ToolState {
    return new Idle(this);
  }

  #toKeepTo(level: PlanLevel): Walls['walls'] {
    const { own, fixed, beside } = planWalls(this.editor, level);
    return this.#among ?? new Map([...own.walls, ...fixed, ...beside]);
  }

  #put(draft: WallDraft): void {
    this.draft.set(draft);
    this.follow();
  }
}
