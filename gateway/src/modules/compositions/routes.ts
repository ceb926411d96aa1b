import type { compositionRoutes, Privacy } from '@diorama/shared/contract/compositions.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import { startDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { recordEvent } from '@diorama/shared/server/jobs/outbox.queries.ts';
import { restoreScenes, trashScenes } from '@diorama/shared/server/scenes/bulk-actions.queries.ts';
import {
  type CompositionChange,
  createComposition,
  updateComposition,
} from '@diorama/shared/server/scenes/composition-changes.ts';
import { trimTrash } from '@diorama/shared/server/scenes/document-retention.queries.ts';
import { ensureOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { evaluateCapacity } from '@diorama/shared/server/storage/capacity.ts';
import { claimOverflowNotice } from '@diorama/shared/server/storage/overflows.queries.ts';
import { findUnit } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import * as Y from 'yjs';
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { assertSceneCategory } from '../defaults/scene-categories.ts';
import { factsOf, loadComposition } from './facts.ts';
import { listScenes } from './list-scenes.ts';
import { policyActionOf } from './policy-action.ts';
import { chooseHome, readComposition, reloadComposition, type SceneDeps } from './service.ts';

const translations = await loadTranslations('app');
const templates = await loadTranslations('templates');

type OwnRoutes = Omit<
  typeof compositionRoutes,
  | 'getPublicScene'
  | 'getOptionFiles'
  | 'unlockPublicScene'
  | 'getScenePreview'
  | 'getDocument'
  | 'putDocument'
>;

/** Scenes: lists, one, changes and trash. */
export function compositionHandlers(deps: SceneDeps): HandlersOf<OwnRoutes> {
  const { db, documents } = deps;

  return {
    listCompositions: ({ query }, { actor }) => listScenes(deps, query, actor.userId),

    createComposition: async ({ body }, { actor, language, newId }) => {
      const home = await chooseHome(deps, actor.userId, body);
      const start = startDocument(body.template ?? null, templates[language]);
      const ydoc = toYDoc({ ...start, unit: await findUnit(db, home.accountId) });
      const scene = {
        ...home,
        id: newId,
        name: body.name ?? translations[language]('scene.untitled'),
        userId: actor.userId,
        snapshot: Y.encodeStateAsUpdate(ydoc),
      };
      const id = await db.transaction(async (trx) => {
        const compositionId = await createComposition(trx, scene);
        if (body.template && body.template !== 'lit') {
          // Only an edit or this event gives a card its picture.
          await recordEvent(trx, { name: 'composition.rested', payload: { compositionId } });
        }
        return compositionId;
      });
      return reloadComposition(deps, id, actor.userId);
    },

    getComposition: async ({ params }, { actor }) => {
      const target = { id: params.id, userId: actor.userId };
      const row = await loadComposition(db, 'read', target);
      if (!row.has_pending) {
        return readComposition(deps, row, actor.userId);
      }
      await deps.documents.settle(row.id);
      return reloadComposition(deps, row.id, actor.userId);
    },

    patchComposition: async ({ params, body }, { actor, ip }) => {
      const row = await loadComposition(db, policyActionOf(body), { id: params.id, userId: actor.userId });
      const facts = factsOf(row, false);
      if (body.project !== undefined) {
        assertAllowed(authorizeComposition('move', facts));
      }
      assertSceneCategory(body.category);
      assertExpiry(body.sharing?.expiresAt, { stored: row.sharing.expiresAt, now: deps.clock.now() });
      assertPassword(body, row);
      const endsLinks = body.privacy !== undefined || body.password !== undefined;
      const target = {
        id: row.id,
        accountId: row.account_id,
        userId: actor.userId,
        endsLinks,
        mayCreateTags: authorizeComposition('createTag', facts).allowed,
      };
      const change = await changeOf(deps, body, { userId: actor.userId, ip });
      if (body.status === 'published') {
        await documents.settle(row.id);
      }
      await db.transaction(async (trx) => {
        await updateComposition(trx, target, change);
        if (body.status === 'published') {
          await ensureOutput(trx, { compositionId: row.id, accountId: row.account_id, userId: actor.userId });
        }
      });
      return reloadComposition(deps, row.id, actor.userId);
    },

    deleteComposition: async ({ params }, { actor }) => {
      const row = await loadComposition(db, 'delete', { id: params.id, userId: actor.userId });
      await db.transaction((trx) => trashScenes(trx, { accountId: row.account_id, ids: [row.id] }));
      await trimTrash(db, row.account_id);
      return undefined;
    },

    restoreComposition: async ({ params }, { actor }) => {
      const row = await loadComposition(db, 'restore', { id: params.id, userId: actor.userId });
      if (row.deleted_at !== null) {
        await db.transaction((trx) => restoreScenes(trx, { accountId: row.account_id, ids: [row.id] }));
      }
      return reloadComposition(deps, row.id, actor.userId);
    },

    notifyOverflow: async ({ params }, { actor }) => ({
      isNotified: await notifyOverflow(deps, params.id, actor),
    }),
  };
}

/** The changed columns of a scene, with the hash of a new password. */
async function changeOf(
  deps: Pick<Deps, 'limits' | 'passwords'>,
  { password, project, category, ...plain }: InputOf<'patchComposition'>['body'],
  by: { userId: string; ip: string },
): Promise<CompositionChange> {
  return {
    ...withoutUndefined(plain),
    ...(project === undefined ? {} : { project_id: project }),
    ...(category === undefined ? {} : { category_id: category }),
    ...(password === undefined
      ? {}
      : { password_hash: password === null ? null : await hashScenePassword(deps, password, by) }),
  };
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(record: T): Present<T> {
  // Dropping the undefined members is exactly the meaning of the type.
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
}

/**
 * Hashes the password of a scene. Any user may sign up and set one repeatedly.
 * These calls are counted and queue with unknown clients, so that the lane of known clients stays free.
 * @param by - `ip` is the client address
 * @throws CodedError `request.too-many`; `server.unavailable` while too many unknown clients wait.
 */
async function hashScenePassword(
  { limits, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  password: string,
  by: { userId: string; ip: string },
): Promise<string> {
  await limits.consumeFrom('unlock', by.ip);
  await limits.consume('unlock', `set ${by.userId}`);
  return passwords.hash(password, 'unknown');
}

/**
 * Asserts that a public link expires in the future, or never. To end a link at once, change its privacy
 * or status.
 * @param scene - `stored` may be sent again after it has passed.
 * @throws CodedError `request.invalid` for a time in the past.
 */
function assertExpiry(
  expiresAt: string | null | undefined,
  { stored, now }: { stored: string | null | undefined; now: Date },
): void {
  if (expiresAt && expiresAt !== stored && Date.parse(expiresAt) <= now.getTime()) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'sharing.expiresAt', code: 'scene.expiry.past' }],
    });
  }
}

/**
 * Asserts that a password-protected scene keeps a password, as it could not be opened otherwise.
 * @throws CodedError `request.invalid`, code `scene.password.required`.
 */
export function assertPassword(
  change: { privacy?: Privacy | undefined; password?: string | null | undefined },
  stored: { privacy: Privacy },
): void {
  const isNeeded = (change.privacy ?? stored.privacy) === 'password';
  const isKept = change.password === undefined && stored.privacy === 'password';
  if (isNeeded && !isKept && !change.password) {
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'password', code: 'scene.password.required' }],
    });
  }
}

/**
 * Mails the owner of a workspace that exceeds its plan or has no space for a file. A user of one of
 * its scenes requests the mail.
 * Sends one mail a day per scene in total, and none to the requesting user.
 * @returns whether a mail will be sent.
 * @throws CodedError according to the policy.
 */
async function notifyOverflow(
  { db, urls }: Pick<Deps, 'db'> & { urls: Urls },
  sceneId: string,
  actor: Actor,
): Promise<boolean> {
  const scene = await loadComposition(db, 'notify', { id: sceneId, userId: actor.userId });
  const isOwner = scene.account_role === 'owner';
  const { isOverflown, isShort } = await evaluateCapacity(db, scene.account_id);
  if (isOwner || !(isOverflown || isShort)) {
    return false;
  }
  return await db.transaction(async (trx) => {
    const owner = await findBillingOwner(trx, scene.account_id);
    if (!owner || !(await claimOverflowNotice(trx, scene.id))) {
      return false;
    }
    // Neither an unconfirmed address nor user-chosen names: both may be chosen to deceive.
    const saysNames = actor.isEmailConfirmed && owner.nameInMail !== null;
    const page = `storage?workspace=${scene.account_id}`;
    await requestEmail(trx, {
      to: owner.email,
      template: 'overflow',
      locale: owner.locale,
      props: {
        personName: saysNames ? actor.name : null,
        sceneName: saysNames ? scene.name : null,
        workspace: owner.nameInMail,
        isOverflown,
        url: urls.absolute(`/${chooseLanguage([owner.locale])}/${page}`),
      },
    });
    return true;
  });
}
