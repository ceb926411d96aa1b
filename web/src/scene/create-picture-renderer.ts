import type { WebGLRenderer } from 'three';
import type { View } from './framing.ts';
import { GraphicsLostError } from './no-webgl.ts';
import type { AnyCamera } from './scene-camera.ts';
import type { SceneView } from './scene-view.ts';

/** Dependencies of rendering pictures: `camera` is used for them only, `size` is in pixels. */
type PictureContext = {
  renderer: WebGLRenderer;
  view: SceneView;
  camera: AnyCamera;
  size: { width: number; height: number };
};

/**
 * Resizes the canvas to the pictures' size, regardless of the pixel ratio. Returns a function that renders the scene
 * from a view.
 * @throws {@link GraphicsLostError}, also from the returned function, while the WebGL context is lost: renders would be
 * empty.
 * @throws Error if the size exceeds the GPU's limits.
 */
export function createPictureRenderer({
  renderer,
  view,
  camera,
  size: { width, height },
}: PictureContext): (from: View) => HTMLCanvasElement {
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
  const checkGraphics = () => {
    if (renderer.getContext().isContextLost()) {
      throw new GraphicsLostError();
    }
  };
  checkGraphics();
  const { drawingBufferWidth, drawingBufferHeight } = renderer.getContext();
  if (drawingBufferWidth !== width || drawingBufferHeight !== height) {
    throw new Error('There is no room for so large a picture');
  }
  view.setAspect(width / height);
  return ({ position, target }) => {
    camera.position.copy(position);
    camera.lookAt(target);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    view.render(camera, { distance: position.distanceTo(target) });
    checkGraphics();
    return renderer.domElement;
  };
}
