import { PMREMGenerator, type Texture, type WebGLRenderer, type WebGLRenderTarget } from 'three';

/** Filters an equirectangular picture for reflections (PMREM). The caller disposes of it. */
export function filterEquirect(renderer: WebGLRenderer, picture: Texture): WebGLRenderTarget {
  const generator = new PMREMGenerator(renderer);
  const target = generator.fromEquirectangular(picture);
  generator.dispose();
  return target;
}
