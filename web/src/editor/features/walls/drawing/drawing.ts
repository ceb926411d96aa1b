import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { watch } from '../../../signals.ts';
import { isDragged, type PointerInfo } from '../../../tools/pointer.ts';
import type { KeyInfo } from '../../../tools/tool.ts';
import { isOnWall } from '../model/kernels/is-on-wall.ts';
import type { PlanLevel } from '../model/plan-level.ts';
import { wallsToMeet } from '../model/wall-plan.ts';
import { drawWalls } from '../model/walls.ts';
import { isBlank, NOTHING_TYPED, typeKey } from './typed-lengths.ts';
import { WallState } from './wall-state.ts';
import type { WallTool } from './wall-tool.ts';

/** Start of a chain: a point of a level, and the pointer at that moment. */
type Beginning = { start: PlanPoint; level: PlanLevel; first: PointerInfo };

/** Vertex of the chain, and the walls drawn to it; none at its start. */
type Stop = { at: PlanPoint; walls: readonly string[] };

/** Running chain of walls: each click ends one wall and starts the next. */
export class Drawing extends WallState {
  readonly id = 'drawing';
  readonly #first: PointerInfo;
  readonly #level: PlanLevel;
  #stops: Stop[];
  #press: PointerInfo | null = null;
  #stop: (() => void) | null = null;

  constructor(tool: WallTool, { start, level, first }: Beginning) {
    super(tool);
    this.#stops = [{ at: start, walls: [] }];
    this.#level = level;
    this.#first = first;
  }

  override onEnter(): void {
    this.#goOnFrom(this.#reached.at);
    this.onPointerMove(this.#first);
    this.#stop = watch(
      () => this.editor.scene.document.value,
      () => this.#stepBack(),
    );
  }

  override onExit(): void {
    this.#stop?.();
  }

  override onPointerDown(pointer: PointerInfo): void {
    super.onPointerDown(pointer);
    this.#press = pointer;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    const isViewTurned = pointer.kind === 'touch' && press !== null && isDragged(press, pointer);
    if (!isViewTurned) {
      this.tool.point(pointer);
      this.#place();
    }
    if (pointer.kind === 'touch') {
      this.tool.point(null);
    }
  }

  override onDoubleClick(): void {
    this.tool.rest();
  }

  override onKeyDown(key: KeyInfo): boolean {
    super.onKeyDown(key);
    const { lengths } = this.tool.draft.value;
    if (key.mod || key.alt) {
      return false;
    }
    if (key.key === 'Enter') {
      if (isBlank(lengths)) {
        this.tool.rest();
      } else {
        this.#place();
      }
      return true;
    }
    const next = typeKey(lengths, key.key, this.tool.shape === 'room');
    if (next) {
      this.tool.type(next);
    }
    return next !== null;
  }

  /** Before the first wall, only the start of the chain can be undone; later walls are history steps. */
  override get hasDraft(): boolean {
    return this.#reached === this.#stops[0];
  }

  override onCancel(): boolean {
    if (isBlank(this.tool.draft.value.lengths)) {
      this.tool.rest();
    } else {
      this.tool.type(NOTHING_TYPED);
    }
    return true;
  }

  /** Camera gestures keep the chain. */
  override onPointerLost(): void {
    this.#press = null;
  }

  #place(): void {
    const { from, cursor, level } = this.tool.draft.value;
    const { shape, height, thickness, justification } = this.tool.settings.value;
    if (!from || !cursor || this.tool.isMistyped) {
      return;
    }
    const isJoined = isOnWall(wallsToMeet(this.editor, level), cursor.point);
    const drawn = drawWalls(this.editor, {
      ...{ level, shape, from, to: cursor.point },
      look: { height, thickness, justification },
    });
    if ('refused' in drawn) {
      // The second click of a double click is no error.
      if (drawn.refused === 'duplicate') {
        this.tool.refuse();
      }
      return;
    }
    this.editor.selection.set(drawn.ids.slice(-1));
    if (isJoined || shape === 'room') {
      this.tool.rest();
      return;
    }
    this.#stops = [...this.#stops.slice(0, this.#stops.indexOf(this.#reached) + 1)];
    this.#stops.push({ at: cursor.point, walls: drawn.ids });
    this.#goOnFrom(cursor.point);
  }

  /** Last vertex whose walls still exist. */
  get #reached(): Stop {
    const { scene } = this.editor;
    const isThere = ({ walls }: Stop) => walls.length === 0 || walls.some((id) => scene.node(id));
    const start: Stop = this.#stops[0] ?? { at: [0, 0], walls: [] };
    return this.#stops.findLast(isThere) ?? start;
  }

  /** After walls were undone, or deleted by another user, the chain continues from their start. */
  #stepBack(): void {
    const { at } = this.#reached;
    if (at !== this.tool.draft.value.from) {
      this.#goOnFrom(at);
    }
  }

  #goOnFrom(at: PlanPoint): void {
    this.tool.begin(at, this.#level);
  }
}
