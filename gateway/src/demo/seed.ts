import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';
import { templateDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import {
  type Credentials,
  createPerson,
  findCredentials,
  updatePerson,
} from '@diorama/shared/server/people/people.queries.ts';
import { endSessions } from '@diorama/shared/server/people/sessions.queries.ts';
import { randomToken } from '@diorama/shared/server/runtime/ids.ts';
import { createComposition } from '@diorama/shared/server/scenes/composition-changes.ts';
import { createProject } from '@diorama/shared/server/scenes/projects.queries.ts';
import { requestCardPicture } from '@diorama/shared/server/scenes/request-output.queries.ts';
import * as Y from 'yjs';
import type { Deps } from '../deps.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, isWellKnown } from './account.ts';

const texts = await loadTranslations('app');
const templates = await loadTranslations('templates');

const SECRET_BITS = 72;

/** The sample scenes of the demo account. */
const SCENES = [
  { template: 'product', isInProject: true },
  { template: 'living-room', isInProject: true },
  { template: 'gallery', isInProject: false },
] as const;

/** Creates the demo account with a project and sample scenes, once in the life of a database. */
export async function seedDemo(deps: Deps): Promise<void> {
  const { db, passwords, logger } = deps;
  const present = await findCredentials(db, DEMO_EMAIL);
  if (present) {
    await keepDemoSecret(deps, present);
    return;
  }
  const passwordHash = await passwords.hash(choosePassword(deps), 'known');
  await db.transaction(async (trx) => {
    const person = await createPerson(trx, {
      email: DEMO_EMAIL,
      name: 'Demo',
      locale: DEFAULT_LANGUAGE,
      passwordHash,
      isDemo: true,
      utm: null,
    });
    if (!person) {
      return;
    }
    const { userId, accountId } = person;
    const projectId = await createProject(trx, { accountId, name: 'Showroom', userId });
    for (const { isInProject, template } of SCENES) {
      const compositionId = await createComposition(trx, {
        accountId,
        projectId: isInProject ? projectId : null,
        name: texts[DEFAULT_LANGUAGE](`template.${template}`),
        userId,
        snapshot: Y.encodeStateAsUpdate(toYDoc(templateDocument(template, templates[DEFAULT_LANGUAGE]))),
      });
      await requestCardPicture(trx, compositionId);
    }
  });
  logger.info('demo account and scenes created');
}

/** Replaces the public password of an account that other machines can reach by now. */
async function keepDemoSecret(deps: Deps, present: Credentials): Promise<void> {
  const { db, passwords, logger } = deps;
  if (isWellKnown(deps) || !(await passwords.verify(DEMO_PASSWORD, present.password_hash, 'known'))) {
    return;
  }
  const passwordHash = await passwords.hash(choosePassword(deps), 'known');
  await db.transaction(async (trx) => {
    await updatePerson(trx, present.id, { password_hash: passwordHash });
    await endSessions(trx, present.id);
  });
  logger.warn('installation is reachable from other hosts: demo account has a random password');
}

/**
 * The password of the start command. Otherwise the public one where that is harmless, or a secret that the
 * log shows once.
 */
function choosePassword(deps: Deps): string {
  const { env, logger } = deps;
  if (isWellKnown(deps)) {
    return DEMO_PASSWORD;
  }
  if (env.demoPassword !== null && env.demoPassword !== DEMO_PASSWORD) {
    return env.demoPassword;
  }
  const secret = randomToken(SECRET_BITS);
  logger.warn(`the demo account is ${DEMO_EMAIL} with the password ${secret}`);
  return secret;
}
