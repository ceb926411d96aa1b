import { fetchCode } from '../fetch-code.ts';

/** Fetches the tables of three.js for area lights: they are large, and few scenes need them. */
export async function loadAreaLights(): Promise<void> {
  const { RectAreaLightUniformsLib } = await fetchCode(
    () => import('three/addons/lights/RectAreaLightUniformsLib.js'),
  );
  RectAreaLightUniformsLib.init();
}
