import { templateDocument } from '@diorama/shared/scene/templates.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { createComposition } from '@diorama/shared/server/db/repositories/compositions.ts';
import { createPerson, findCredentials } from '@diorama/shared/server/db/repositories/people.ts';
import { createProject } from '@diorama/shared/server/db/repositories/projects.ts';
import * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import { DEMO_EMAIL } from './account.ts';

/** The sample scenes of the demo account. */
const SCENES = [
  { name: 'Still life', template: 'still-life', isInProject: true },
  { name: 'Pavilion', template: 'pavilion', isInProject: true },
  { name: 'Colour study', template: 'colour-study', isInProject: false },
] as const;

/** Makes the demo account with a project and sample scenes, once in the life of a data folder. */
export async function seedDemo(deps: Deps): Promise<void> {
  const { db, env, passwords, logger } = deps;
  if (await findCredentials(db, DEMO_EMAIL)) {
    return;
  }
  const passwordHash = await passwords.hash(env.demoPassword, 'known');
  await db.transaction(async (trx) => {
    const person = await createPerson(trx, {
      email: DEMO_EMAIL,
      name: 'Demo',
      locale: 'en',
      passwordHash,
      isDemo: true,
      utm: null,
    });
    if (!person) {
      return;
    }
    const { userId, accountId } = person;
    const projectId = await createProject(trx, { accountId, name: 'Showroom', userId });
    for (const { name, isInProject, template } of SCENES) {
      const compositionId = await createComposition(trx, {
        accountId,
        projectId: isInProject ? projectId : null,
        name,
        userId,
        snapshot: Y.encodeStateAsUpdate(toYDoc(templateDocument(template))),
      });
      await recordEvent(trx, { name: 'composition.rested', payload: { compositionId } });
    }
  });
  logger.info('made the demo account with its scenes');
}
