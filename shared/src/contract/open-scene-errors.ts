import type { ErrorCode } from './errors.ts';

/**
 * Reasons why a visitor may not open a scene: it is not visible, its link has expired, or it needs a
 * password.
 */
export const OPEN_SCENE_ERRORS = [
  'request.not-found',
  'scene.expired',
  'security.scene.blocked',
  'scene.locked',
] as const satisfies readonly ErrorCode[];
