import type { Privacy } from '@diorama/shared/contract/compositions.ts';
import { invalidField } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import {
  type CompositionChange,
  updateComposition,
} from '@diorama/shared/server/scenes/composition-changes.ts';
import { ensureOutput } from '@diorama/shared/server/scenes/request-output.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Call } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { assertSceneCategory } from '../defaults/scene-categories.ts';
import { factsOf, loadComposition } from './facts.ts';
import { policyActionOf } from './policy-action.ts';

type SceneChange = InputOf<'patchComposition'>['body'];

/**
 * Changes the properties of a scene. Publishing it requests its files for AR.
 * @throws CodedError according to the policy; `request.invalid` for a field that does not fit the scene.
 */
export async function changeScene(
  deps: Deps,
  id: string,
  body: SceneChange,
  { actor, ip }: Pick<Call<Actor>, 'actor' | 'ip'>,
): Promise<void> {
  const { db, documents, clock } = deps;
  const row = await loadComposition(db, policyActionOf(body), { id, userId: actor.userId });
  const facts = factsOf(row, false);
  if (body.project !== undefined) {
    assertAllowed(authorizeComposition('move', facts));
  }
  assertSceneCategory(body.category);
  assertExpiry(body.sharing?.expiresAt, { stored: row.sharing.expiresAt, now: clock.now() });
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
}

/** The changed columns of a scene, with the hash of a new password. */
async function changeOf(
  deps: Pick<Deps, 'limits' | 'passwords'>,
  { password, project, category, ...plain }: SceneChange,
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
    throw invalidField('sharing.expiresAt', 'scene.expiry.past');
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
    throw invalidField('password', 'scene.password.required');
  }
}
