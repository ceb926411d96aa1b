import { BackSide, BoxGeometry, Mesh, MeshBasicMaterial, Scene } from 'three';

type Panel = { at: [number, number, number]; size: [number, number, number]; light: number };

const ROOM = 20;
const WALL_LIGHT = 0.2;
/**
 * Softboxes around the subject: a broad one above, a key at the left, a fill at the right, rims behind, a fill
 * in front.
 */
const PANELS: readonly Panel[] = [
  { at: [0, 9.5, 0], size: [8, 0.1, 6], light: 2 },
  { at: [-9.5, 4, 3], size: [0.1, 6, 5], light: 6 },
  { at: [9.5, 3, 2], size: [0.1, 5, 7], light: 1.6 },
  { at: [-4, 3, -9.5], size: [3, 6, 0.1], light: 3 },
  { at: [5, 4, -9.5], size: [2, 5, 0.1], light: 4 },
  { at: [2, 3, 9.5], size: [9, 3, 0.1], light: 2.4 },
];

/** Creates the grey room of the default light: faintly glowing walls and softboxes. */
export function createStudioRoom(): Scene {
  const scene = new Scene();
  const box = new BoxGeometry(1, 1, 1);
  const add = (light: number, side?: typeof BackSide) => {
    const mesh = new Mesh(box, new MeshBasicMaterial(side === undefined ? {} : { side }));
    mesh.material.color.setScalar(light);
    scene.add(mesh);
    return mesh;
  };
  add(WALL_LIGHT, BackSide).scale.setScalar(ROOM);
  for (const { at, size, light } of PANELS) {
    const panel = add(light);
    panel.position.set(...at);
    panel.scale.set(...size);
  }
  return scene;
}
