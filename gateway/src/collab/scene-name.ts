import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';

const NAME_PREFIX = 'composition.';

/** Name of a scene's document in the protocol. */
export function sceneName(compositionId: string): string {
  return NAME_PREFIX + compositionId;
}

/** The scene of a document. @throws Error for other names. */
export function sceneIdOf(documentName: string): string {
  const id = documentName.slice(NAME_PREFIX.length);
  if (!documentName.startsWith(NAME_PREFIX) || !isOwnUuid(id)) {
    throw new Error('There is no such scene');
  }
  return id;
}
