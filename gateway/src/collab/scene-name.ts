import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';

const NAME_PREFIX = 'composition.';

/** What a scene's document is called on the wire. */
export function sceneName(compositionId: string): string {
  return NAME_PREFIX + compositionId;
}

/** The scene that a document is of. @throws Error for a name of anything else. */
export function sceneIdOf(documentName: string): string {
  const id = documentName.slice(NAME_PREFIX.length);
  if (!documentName.startsWith(NAME_PREFIX) || !isOwnUuid(id)) {
    throw new Error('There is no such scene');
  }
  return id;
}
