import type { ErrorCode } from './errors.ts';

/** Why a visitor may not look into a scene: it is not there for them, its link has ended, or it wants a password. */
export const OPEN_SCENE_ERRORS = [
  'request.not-found',
  'scene.expired',
  'security.scene.blocked',
  'scene.locked',
] as const satisfies readonly ErrorCode[];
