import { CodedError } from '@diorama/shared/contract/errors.ts';
import { bearerOf } from '../../auth/authenticate.ts';
import type { Deps } from '../../deps.ts';
import { getSharedScene, type SharedScene } from './shared-scene.ts';

/**
 * Returns a published scene for a visitor who may see it: it is unlocked or has no password.
 * @param authorization - the header of the request
 * @throws CodedError `request.not-found`, `scene.expired`, `security.scene.blocked`, `scene.locked`.
 */
export async function openSharedScene(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  id: string,
  authorization: string,
): Promise<SharedScene> {
  const scene = await getSharedScene(db, id);
  if (!(await isUnlocked(tokens, scene, bearerOf(authorization)))) {
    throw new CodedError('scene.locked', { extra: { name: scene.name } });
  }
  return scene;
}

/** Whether a published scene has no password, or `token` was issued for its present one. */
export async function isUnlocked(
  tokens: Deps['tokens'],
  scene: SharedScene,
  token: string | null,
): Promise<boolean> {
  if (scene.privacy !== 'password') {
    return true;
  }
  const claims = token === null ? null : await tokens.verify(token);
  return (
    claims?.kind === 'share' && claims.compositionId === scene.id && claims.keyVersion === scene.keyVersion
  );
}
