import { PerspectiveCamera, Vector3, type WebGLRenderer } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPictureRenderer } from './create-picture-renderer.ts';
import { GraphicsLostError } from './no-webgl.ts';
import type { SceneView } from './scene-view.ts';

describe('pictures of another size', () => {
  const size = { width: 1920, height: 1080 };
  const from = { position: new Vector3(0, 1, 5), target: new Vector3() };
  let isLost: boolean;
  let room: { width: number; height: number };
  const render = vi.fn();
  const begin = () => {
    const context = {
      isContextLost: () => isLost,
      drawingBufferWidth: room.width,
      drawingBufferHeight: room.height,
    };
    const renderer = {
      setPixelRatio: () => undefined,
      setSize: () => undefined,
      getContext: () => context,
      domElement: 'canvas',
    } as unknown as WebGLRenderer;
    const view = { setAspect: () => undefined, render } as unknown as SceneView;
    return createPictureRenderer({ renderer, view, camera: new PerspectiveCamera(), size });
  };
  beforeEach(() => {
    isLost = false;
    room = size;
    render.mockReset();
  });

  it('are rendered from the requested view', () => {
    expect(begin()(from)).toBe('canvas');
    expect(render.mock.calls[0]?.[0].position).toEqual(from.position);
    // The far plane includes the view's target also in the largest scene.
    expect(render.mock.calls[0]?.[1]).toEqual({ distance: from.position.length() });
  });

  it('are rejected when the drawing buffer is too small', () => {
    room = { width: 1280, height: 720 };
    expect(begin).toThrow('no room');
  });

  it('are not started while the WebGL context is lost', () => {
    isLost = true;
    room = { width: 0, height: 0 };
    expect(begin).toThrow(GraphicsLostError);
  });

  it('stop when the WebGL context is lost during a draw', () => {
    const draw = begin();
    draw(from);
    isLost = true;
    expect(() => draw(from)).toThrow(GraphicsLostError);
  });
});
