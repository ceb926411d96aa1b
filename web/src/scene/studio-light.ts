import {
  BackSide,
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';

type Panel = { at: [number, number, number]; size: [number, number, number]; light: number };

const ROOM = 20;
const WALL_LIGHT = 0.2;
/** Softboxes around the subject: a broad one above, a key at the left, a fill at the right, rims behind, a fill in front. */
const PANELS: readonly Panel[] = [
  { at: [0, 9.5, 0], size: [8, 0.1, 6], light: 2 },
  { at: [-9.5, 4, 3], size: [0.1, 6, 5], light: 6 },
  { at: [9.5, 3, 2], size: [0.1, 5, 7], light: 1.6 },
  { at: [-4, 3, -9.5], size: [3, 6, 0.1], light: 3 },
  { at: [5, 4, -9.5], size: [2, 5, 0.1], light: 4 },
  { at: [2, 3, 9.5], size: [9, 3, 0.1], light: 2.4 },
];

/** Diorama's own light around a scene, made without a file, filtered for reflections. The caller disposes of it. */
export function createStudioLight(renderer: WebGLRenderer): WebGLRenderTarget {
  const scene = new Scene();
  const box = new BoxGeometry(1, 1, 1);
  const walls = new Mesh(box, new MeshBasicMaterial({ side: BackSide }));
  walls.material.color.setScalar(WALL_LIGHT);
  walls.scale.setScalar(ROOM);
  scene.add(walls);
  for (const { at, size, light } of PANELS) {
    const panel = new Mesh(box, new MeshBasicMaterial());
    panel.material.color.setScalar(light);
    panel.position.set(...at);
    panel.scale.set(...size);
    scene.add(panel);
  }
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromScene(scene, 0.03);
  generator.dispose();
  scene.traverse((object) => object instanceof Mesh && object.material.dispose());
  box.dispose();
  return target;
}

/** An equirectangular picture, filtered for reflections. The caller disposes of it. */
export function filterEquirect(renderer: WebGLRenderer, picture: Texture): WebGLRenderTarget {
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromEquirectangular(picture);
  generator.dispose();
  return target;
}
