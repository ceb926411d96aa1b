import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  Ray,
  SphereGeometry,
  Vector3,
} from 'three';
import { ObjectBVH } from 'three-mesh-bvh';
import { describe, expect, it, vi } from 'vitest';
import { ScenePicker } from './picker.ts';
import type { SceneView } from './scene-view.ts';
import { createDrawing } from './test/create-drawing.ts';

/** Two boxes in one batch, one of them rotated and scaled, and a ball behind them with enough triangles for a BVH. */
function createScene() {
  const boxes = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 2);
  boxes.setMatrixAt(0, new Matrix4());
  boxes.setMatrixAt(
    1,
    new Matrix4()
      .makeRotationY(Math.PI / 4)
      .scale(new Vector3(4, 1, 1))
      .setPosition(10, 0, 0),
  );
  const ball = new Mesh(new SphereGeometry(1, 64, 32));
  ball.position.set(0, 0, -5);
  const view = {
    version: 1,
    settledVersion: 1,
    nodes: {
      drawn: {
        objects: [boxes, ball] as Object3D[],
        revision: 1,
        copyOf: (id: string) => (id === 'ball' ? { meshes: [ball] } : null),
        meshesOf: (_id: string) => [{ slot: 'Frame' }, { slot: 'Paint' }],
        shapeOf: (mesh: Mesh) => mesh.geometry,
        whatIs: (object: Object3D, instance?: number) => {
          const id = object === boxes ? (['left', 'right'][instance ?? 0] ?? '') : 'ball';
          return { id, slot: 'Paint', part: null };
        },
      },
    },
  };
  return { view, ball, picker: new ScenePicker(view as unknown as SceneView) };
}

const along = (x: number) => new Ray(new Vector3(x, 0, 20), new Vector3(0, 0, -1));

describe('ScenePicker', () => {
  it('ignores invisible groups, such as a hidden copy of a file', () => {
    const { ball, picker } = createScene();
    const copy = new Group().add(ball);
    copy.visible = false;
    expect(picker.pickAll(along(0)).map(({ id }) => id)).toEqual(['left']);
    copy.visible = true;
    expect(picker.pickAll(along(0)).map(({ id }) => id)).toEqual(['left', 'ball']);
  });

  it('finds all nodes along a ray, the nearest first, each once', () => {
    const picks = createScene().picker.pickAll(along(0));
    expect(picks.map(({ id }) => id)).toEqual(['left', 'ball']);
    expect(picks.map(({ distance }) => distance)).toEqual([expect.closeTo(19.5), expect.closeTo(24)]);
    expect(picks[0]?.normal.toArray()).toEqual([0, 0, 1]);
    expect(picks[0]).toMatchObject({ slot: 'Paint', part: null });
    expect(picks[0]?.triangle.map(({ z }) => z)).toEqual([0.5, 0.5, 0.5]);
  });

  it('returns scene normals of rotated and scaled instances', () => {
    const [pick] = createScene().picker.pickAll(along(10));
    const half = Math.SQRT1_2;
    expect(pick?.id).toBe('right');
    expect(pick?.normal.toArray().map(Math.abs)).toEqual([
      expect.closeTo(half),
      expect.closeTo(0),
      expect.closeTo(half),
    ]);
    expect(pick?.normal.z).toBeGreaterThan(0);
    // The triangle contains the hit point.
    for (const corner of pick?.triangle ?? []) {
      expect(corner.sub(pick?.point ?? new Vector3()).dot(pick?.normal ?? new Vector3())).toBeCloseTo(0);
    }
  });

  it('returns the surface point on a deformable mesh, and none on a rigid one', () => {
    const [front, back] = createScene().picker.pickAll(along(0));
    expect(front?.spot).toBeNull();
    const { triangle = [], point = new Vector3(), spot } = back ?? {};
    expect(spot?.mesh).toBe(0);
    const at = new Vector3();
    triangle.forEach((corner, i) => {
      at.addScaledVector(corner, spot?.barycentric[i] ?? Number.NaN);
    });
    expect(at.distanceTo(point)).toBeLessThan(1e-6);
  });

  it('returns the surface point by slot on an opening, though it is drawn as an instance', () => {
    const { view, picker } = createScene();
    Object.assign(view, { shown: { nodes: { left: { kind: 'opening' } } } });
    const [front] = picker.pickAll(along(0));
    expect(front?.spot).toMatchObject({ mesh: 1, triangle: expect.any(Number) });
    expect(front?.spot?.barycentric.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it('returns nothing for a ray without hits', () => {
    expect(createScene().picker.pickAll(along(100))).toEqual([]);
  });

  it('finds moved objects after the view’s version changes', () => {
    const { view, ball, picker } = createScene();
    expect(picker.pickAll(along(50))).toEqual([]);
    ball.position.x = 50;
    view.version += 1;
    expect(picker.pickAll(along(50)).map(({ id }) => id)).toEqual(['ball']);
  });

  it('ignores dragged nodes without refitting, and finds them afterwards', () => {
    const { view, ball, picker } = createScene();
    const refit = vi.spyOn(ObjectBVH.prototype, 'refit');
    const dragged = new Set(['ball']);
    expect(picker.pickAll(along(0), dragged).map(({ id }) => id)).toEqual(['left']);
    for (let x = 41; x <= 50; x += 1) {
      ball.position.x = x;
      view.version += 1;
      expect(picker.pickAll(along(x), dragged)).toEqual([]);
    }
    expect(refit).not.toHaveBeenCalled();
    expect(picker.pickAll(along(50)).map(({ id }) => id)).toEqual(['ball']);
    expect(refit).toHaveBeenCalledTimes(1);
  });

  it('finds a shape whose first batch, the source of its BVH, was removed', () => {
    const { view, show } = createDrawing();
    const picker = new ScenePicker(view);
    const [plain, thin] = [
      { kind: 'torus' },
      { kind: 'torus', position: [5, 0, 0], material: 'thin', rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
    ];
    const materials = { thin: { doubleSided: true } };
    show({ materials, nodes: { plain, thin } });
    expect(picker.pickAll(along(5.5)).map(({ id }) => id)).toEqual(['thin']);
    show({ materials, nodes: { thin } });
    show({ materials, nodes: { thin, plain } });
    show({ materials, nodes: { plain } });
    show({ materials, nodes: { plain, thin } });
    expect(picker.pickAll(along(5.5)).map(({ id }) => id)).toEqual(['thin']);
  });
});
