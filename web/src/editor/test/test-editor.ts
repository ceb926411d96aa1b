import { dependenciesIn } from '@diorama/shared/scene/node-dependencies.ts';
import { buildGeometry } from '@diorama/shared/scene/nodes/kinds.ts';
import { resolveHierarchy, withDescendants } from '@diorama/shared/scene/resolve.ts';
import { Box3, type Ray, Vector3 } from 'three';
import { expect } from 'vitest';
import { Editor, type EditorOptions } from '../editor.ts';
import type { FilePart, SceneHit, SceneQueries } from '../scene-queries.ts';
import type { Modifiers, PointerInfo } from '../tools/pointer.ts';
import { fetchTools } from '../tools/tool-makers.ts';
import { loneUser } from './lone-user.ts';

// Tests activate tools at once, before lazy loading would finish.
await fetchTools();

/**
 * Editor with a viewport of 800 × 600 pixels, in which every shape is its bounding box, driven by a simulated
 * pointer.
 */
export class TestEditor extends Editor {
  #pointer = { x: 0, y: 0 };
  /** Whether hits include a triangle: the nearest corner of the hit side and its neighbours. */
  areSidesMeshed = false;

  constructor(options: Partial<EditorOptions> = {}) {
    super(loneUser(options));
    this.camera.resize(800, 600);
    this.attach(new BoxQueries(this));
  }

  /** Presses the main button. */
  pointerDown(x: number, y: number, modifiers: Partial<Modifiers> = {}): this {
    this.tools.pointerDown(this.#at(x, y, modifiers));
    return this;
  }

  pointerMove(x: number, y: number, modifiers: Partial<Modifiers> = {}): this {
    this.tools.pointerMove(this.#at(x, y, modifiers));
    return this;
  }

  /** Releases the button at the current position. */
  pointerUp(modifiers: Partial<Modifiers> = {}): this {
    this.tools.pointerUp(this.#at(this.#pointer.x, this.#pointer.y, modifiers));
    return this;
  }

  click(x: number, y: number, modifiers: Partial<Modifiers> = {}): this {
    return this.pointerMove(x, y, modifiers).pointerDown(x, y, modifiers).pointerUp(modifiers);
  }

  doubleClick(x: number, y: number): this {
    this.click(x, y).click(x, y);
    this.tools.doubleClick(this.#at(x, y, {}));
    return this;
  }

  /** Puts a finger down and lifts it in place. */
  tap(x: number, y: number): this {
    this.tools.pointerDown(this.#finger([x, y]));
    return this.lift([x, y]);
  }

  /** Puts a finger down, holds it, moves it, and lifts it by default. */
  hold(from: [number, number], to: [number, number], { isLifted = true } = {}): this {
    this.tools.pointerDown(this.#finger(from));
    this.tools.pointerHold(this.#finger(from));
    this.tools.pointerMove(this.#finger(to));
    return isLifted ? this.lift(to) : this;
  }

  /** Lifts a finger. */
  lift(at: [number, number]): this {
    this.tools.pointerUp(this.#finger(at));
    return this;
  }

  /** Orbits the view with a finger. */
  swipe(from: [number, number], to: [number, number]): this {
    this.tools.pointerDown(this.#finger(from));
    this.tools.pointerMove(this.#finger(to));
    return this.lift(to);
  }

  /** Presses and releases keys in order; returns whether a tool handled the last one. */
  type(...keys: string[]): boolean {
    let isTaken = false;
    for (const key of keys) {
      const info = { key, shift: key === 'Shift', alt: false, mod: key === 'Control', at: 0 };
      isTaken = this.tools.keyDown(info);
      this.tools.keyUp(info);
    }
    return isTaken;
  }

  /** Projects a world point to the screen. */
  screen(x: number, y: number, z: number): [number, number] {
    const seen = this.camera.project(new Vector3(x, y, z));
    return [seen.x, seen.y];
  }

  expectToBeIn(path: string): this {
    expect(this.tools.current.path).toBe(path);
    return this;
  }

  #finger([x, y]: [number, number]): PointerInfo {
    return { ...this.#at(x, y, {}), kind: 'touch' };
  }

  #at(x: number, y: number, modifiers: Partial<Modifiers>): PointerInfo {
    this.#pointer = { x, y };
    return { x, y, kind: 'mouse', shift: false, mod: false, alt: false, ...modifiers };
  }
}

/** A box has no parts. */
const WHOLE = { slot: null, part: null, spot: null } as const;

class BoxQueries implements SceneQueries {
  readonly #editor: TestEditor;

  constructor(editor: TestEditor) {
    this.#editor = editor;
  }

  hits(ray: Ray, without?: ReadonlySet<string>): SceneHit[] {
    return Object.keys(this.#editor.scene.document.value.nodes)
      .filter((id) => !without?.has(id))
      .flatMap((id) => {
        const point = ray.intersectBox(this.#boxOf(id), new Vector3());
        const normal = point && normalOf(this.#boxOf(id), point);
        if (!normal) {
          return [];
        }
        const triangle = this.#editor.areSidesMeshed ? cornerOf(this.#boxOf(id), point, normal) : null;
        return [{ ...WHOLE, id, point, normal, distance: point.distanceTo(ray.origin), triangle }];
      })
      .sort((a, b) => a.distance - b.distance);
  }

  boundsOf(ids: Iterable<string>): Box3 {
    const box = new Box3();
    for (const id of withDescendants(resolveHierarchy(this.#editor.scene.document.value.nodes), ids)) {
      box.union(this.#boxOf(id));
    }
    return box;
  }

  picture(): Promise<Blob | null> {
    return Promise.resolve(null);
  }

  showAs(): void {
    // Boxes ignore prop overrides.
  }

  placeAtSurfacePoint(): boolean {
    return false;
  }

  depth(): Promise<Blob | null> {
    return Promise.resolve(null);
  }

  onDrawn(): () => void {
    return () => undefined;
  }

  invalidate(): void {
    // Nothing is drawn.
  }

  shownBoxes(): Box3[] {
    return Object.keys(this.#editor.scene.document.value.nodes).map((id) => this.#boxOf(id));
  }

  isDrawn(id: string): boolean {
    return !this.#boxOf(id).isEmpty();
  }

  textureBytes(): number {
    return 0;
  }

  partsOf(): FilePart[] {
    return [];
  }

  ownBoxOf(id: string): Box3 {
    const node = this.#editor.scene.node(id);
    const ties = dependenciesIn(this.#editor.scene.document.value);
    const geometry = node ? buildGeometry({ id, node, ties }) : null;
    geometry?.computeBoundingBox();
    return (geometry?.boundingBox ?? new Box3()).clone();
  }

  #boxOf(id: string): Box3 {
    return this.ownBoxOf(id).applyMatrix4(this.#editor.scene.worldOf(id));
  }
}

/** Normal of the box side that contains a point. */
function normalOf({ min, max }: Box3, point: Vector3): Vector3 {
  for (const axis of ['x', 'y', 'z'] as const) {
    for (const [edge, sign] of [
      [min, -1],
      [max, 1],
    ] as const) {
      if (Math.abs(point[axis] - edge[axis]) < 1e-9) {
        return new Vector3().setComponent('xyz'.indexOf(axis), sign);
      }
    }
  }
  return new Vector3(0, 1, 0);
}

/** Corner of a box side nearest to a point on it, and its two neighbours. */
function cornerOf(box: Box3, point: Vector3, normal: Vector3): [Vector3, Vector3, Vector3] {
  const [a, b] = (['x', 'y', 'z'] as const).filter((axis) => Math.abs(normal[axis]) < 0.5);
  const corner = point.clone();
  for (const axis of [a ?? 'x', b ?? 'y']) {
    const isLow = point[axis] - box.min[axis] < box.max[axis] - point[axis];
    corner[axis] = isLow ? box.min[axis] : box.max[axis];
  }
  const beside = (axis: 'x' | 'y' | 'z') => {
    const other = corner.clone();
    other[axis] = corner[axis] === box.min[axis] ? box.max[axis] : box.min[axis];
    return other;
  };
  return [corner, beside(a ?? 'x'), beside(b ?? 'y')];
}
