import { MOUSE, TOUCH } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { AnyCamera } from './scene-camera.ts';

/** Who turns the camera: a viewer orbits with the main button, an editor keeps it for selecting. */
export type ControlsManner = 'viewer' | 'editor';

const BUTTONS = {
  viewer: { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN },
  editor: { LEFT: null, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE },
} as const;

/**
 * Orbit, pan and zoom as they feel on every surface: the wheel goes to the cursor, one finger turns, two pan and
 * zoom. Damped, so call `update()` at every frame; listen to `change` to draw. The caller disposes of it.
 */
export function createControls(
  camera: AnyCamera,
  element: HTMLElement,
  manner: ControlsManner,
): OrbitControls {
  const controls = new OrbitControls(camera, element);
  controls.enableDamping = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.dampingFactor = 0.12;
  controls.zoomToCursor = true;
  controls.screenSpacePanning = true;
  controls.mouseButtons = { ...BUTTONS[manner] };
  controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
  controls.minDistance = 0.02;
  controls.maxDistance = 1e5;
  return controls;
}
