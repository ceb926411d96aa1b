import type { WebGLRenderer } from 'three';
import type { View } from './framing.ts';
import { GraphicsLostError } from './no-webgl.ts';
import type { AnyCamera } from './scene-camera.ts';
import type { SceneView } from './scene-view.ts';

/** What pictures are drawn with: `camera` is theirs alone, `size` is in pixels. */
export type PictureMeans = {
  renderer: WebGLRenderer;
  view: SceneView;
  camera: AnyCamera;
  size: { width: number; height: number };
};

/**
 * Makes the canvas as large as pictures are, however sharp the screen is; returns what draws the scene from a view.
 * Both throw a {@link GraphicsLostError} while the graphics card is away: what it draws then is empty.
 * @throws Error where the graphics card has no room for so large a picture.
 */
export function beginPictures({
  renderer,
  view,
  camera,
  size: { width, height },
}: PictureMeans): (from: View) => HTMLCanvasElement {
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
