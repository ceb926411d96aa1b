import { fetchCode } from '../fetch-code.ts';

/** Fetches the tables by which three.js draws light from an area: large, and needed by few scenes. */
export async function loadAreaLights(): Promise<void> {
  const { RectAreaLightUniformsLib } = await fetchCode(
    () => import('three/addons/lights/RectAreaLightUniformsLib.js'),
  );
  RectAreaLightUniformsLib.init();
}
