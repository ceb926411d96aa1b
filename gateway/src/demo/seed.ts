import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { recordEvent } from '@diorama/shared/server/db/outbox.ts';
import { createComposition } from '@diorama/shared/server/db/repositories/compositions.ts';
import { createPerson, findCredentials } from '@diorama/shared/server/db/repositories/people.ts';
import { createProject } from '@diorama/shared/server/db/repositories/projects.ts';
import * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import { DEMO_EMAIL } from './account.ts';
import { demoScenes } from './scenes.ts';

/** Makes the demo account with a project and sample scenes, once in the life of a data folder. */
export async function seedDemo(deps: Deps): Promise<void> {
  const { db, env, passwords, logger } = deps;
  if (await findCredentials(db, DEMO_EMAIL)) {
    return;
  }
  const passwordHash = await passwords.hash(env.demoPassword);
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
    for (const { name, isInProject, document } of demoScenes()) {
      const compositionId = await createComposition(trx, {
        accountId,
        projectId: isInProject ? projectId : null,
        name,
        userId,
        snapshot: Y.encodeStateAsUpdate(toYDoc(document)),
      });
      await recordEvent(trx, { name: 'composition.rested', payload: { compositionId } });
    }
  });
  logger.info('made the demo account with its scenes');
}
