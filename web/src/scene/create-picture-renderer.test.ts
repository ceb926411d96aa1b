import { PerspectiveCamera, Vector3, type WebGLRenderer } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPictureRenderer } from './create-picture-renderer.ts';
import { GraphicsLostError } from './no-webgl.ts';
import type { SceneView } from './scene-view.ts';

describe('Pictures of another size', () => {
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

  it('are drawn from the view that is asked for', () => {
    expect(begin()(from)).toBe('canvas');
    expect(render.mock.calls[0]?.[0].position).toEqual(from.position);
    // The far plane includes the view's target also in the largest scene.
    expect(render.mock.calls[0]?.[1]).toEqual({ distance: from.position.length() });
  });

  it('are refused where there is no room for them', () => {
    room = { width: 1280, height: 720 };
    expect(begin).toThrow('no room');
  });

  it('are not begun while the graphics card is away', () => {
    isLost = true;
    room = { width: 0, height: 0 };
    expect(begin).toThrow(GraphicsLostError);
  });

  it('end with the one that the graphics card did not draw', () => {
    const draw = begin();
    draw(from);
    isLost = true;
    expect(() => draw(from)).toThrow(GraphicsLostError);
  });
});
