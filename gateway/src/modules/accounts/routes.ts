import type { accountRoutes } from '@diorama/shared/contract/accounts.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import {
  cancelSubscription,
  reactivateSubscription,
} from '@diorama/shared/server/billing/subscriptions.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import { replaceTags } from '@diorama/shared/server/scenes/tags.queries.ts';
import {
  type AccountChange,
  closeWorkspace,
  createWorkspace,
  updateWorkspace,
} from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import type { AccountRow } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { type SuspensionChange, setSuspension } from '@diorama/shared/server/workspaces/suspensions.ts';
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { findPicture } from '../assets/find-picture.ts';
import { assertLocale } from '../users/locale.ts';
import {
  answerAccount,
  answerAccountToOperator,
  assertMay,
  assertMaySuspend,
  loadAccount,
} from './account-access.ts';
import { serializeDetail } from './read-account.ts';

type AccountDeps = Deps & { urls: Urls };

export function accountHandlers(deps: AccountDeps): HandlersOf<typeof accountRoutes> {
  const { db, urls } = deps;
  return {
    getAccount: ({ params }, { actor }) => answerAccount(deps, params.id, actor),

    createAccount: async ({ body }, { actor }) => {
      const id = await db.transaction((trx) =>
        createWorkspace(trx, { userId: actor.userId, name: body.name, locale: actor.locale }),
      );
      return answerAccount(deps, id, actor);
    },

    updateAccount: async (input, { actor }) => {
      await updateAccount(deps, input, actor);
      const { id } = input.params;
      return actor.isOperator ? answerAccountToOperator(deps, id, actor) : answerAccount(deps, id, actor);
    },

    unsubscribeAccount: ({ params }, { actor }) =>
      setSubscription(deps, cancelSubscription, { id: params.id, actor }),

    reactivateAccount: ({ params }, { actor }) =>
      setSubscription(deps, reactivateSubscription, { id: params.id, actor }),

    deleteAccount: async ({ params: { id } }, { actor }) => {
      await assertMay(deps, 'delete', { id, actor });
      if (!(await db.transaction((trx) => closeWorkspace(trx, actor.userId, id)))) {
        throw new CodedError('security.not-allowed');
      }
      return undefined;
    },

    getAccountDetail: async ({ params: { id } }, { actor }) => {
      await assertMay(deps, 'read', { id, actor });
      return serializeAccountDetail(urls, await loadAccount(deps, id, actor));
    },

    updateAccountDetail: async ({ params: { id }, body }, { actor }) => {
      await assertMay(deps, 'manage', { id, actor });
      const change = await changeOfDetail(db, body, { accountId: id, actor });
      await transact(db, (trx) => updateWorkspace(trx, id, change));
      return serializeAccountDetail(urls, await loadAccount(deps, id, actor));
    },
  };
}

function serializeAccountDetail(urls: Urls, row: AccountRow) {
  return {
    '@id': `/api/account-details/${row.id}`,
    '@type': 'AccountDetail' as const,
    uuid: row.id,
    ...serializeDetail(urls, row),
  };
}

/** Changes features and tags of a workspace, and suspends or reactivates it, in one transaction. */
async function updateAccount(
  deps: AccountDeps,
  { params: { id }, body }: InputOf<'updateAccount'>,
  actor: Actor,
): Promise<void> {
  const { db } = deps;
  const { features, tags, isActive, reason = null } = body;
  if (isActive !== undefined) {
    await assertMaySuspend(deps, id, actor);
  }
  const isManaged = features !== undefined || tags !== undefined || isActive === undefined;
  if (isManaged) {
    await assertMay(deps, 'manage', { id, actor });
  }
  const change = isManaged
    ? await changeOfFeatures(db, features, { row: await loadAccount(deps, id, actor), actor })
    : null;
  if (tags !== undefined) {
    assertUniqueTags(tags);
  }
  await transact(db, async (trx) => {
    if (isActive !== undefined) {
      await suspend(deps, trx, { accountId: id, isActive, operatorId: actor.userId, reason });
    }
    if (change) {
      await updateWorkspace(trx, id, change);
    }
    if (tags !== undefined) {
      await replaceTags(trx, id, tags);
    }
  });
}

async function suspend(
  { urls, logger }: AccountDeps,
  trx: Knex.Transaction,
  change: Omit<SuspensionChange, 'page'>,
): Promise<void> {
  if (!(await setSuspension(trx, { ...change, page: urls.absolute('/{lang}/scenes/all') }))) {
    throw new CodedError('request.not-found');
  }
  logger.info(change, change.isActive ? 'workspace reactivated' : 'workspace suspended');
}

/** @throws CodedError `request.conflict` where there is nothing to cancel, or to take back. */
async function setSubscription(
  deps: AccountDeps,
  change: typeof cancelSubscription,
  { id, actor }: { id: string; actor: Actor },
) {
  await assertMay(deps, 'pay', { id, actor });
  if (!(await deps.db.transaction((trx) => change(trx, id)))) {
    throw new CodedError('request.conflict');
  }
  return answerAccount(deps, id, actor);
}

/** Change of a workspace's features. @throws CodedError `security.not-allowed` for one beyond its plan */
async function changeOfFeatures(
  db: Knex,
  features: InputOf<'updateAccount'>['body']['features'],
  { row, actor }: { row: AccountRow; actor: Actor },
): Promise<AccountChange> {
  const watermark = features?.customWatermark;
  if (watermark === undefined) {
    return {};
  }
  if (watermark === null) {
    return { watermark_asset: null };
  }
  if (!PLANS[row.plan].features.customWatermark) {
    throw new CodedError('security.not-allowed');
  }
  const propertyPath = 'features.customWatermark';
  const picture = { assetId: watermark, userId: actor.userId, accountId: row.id, propertyPath };
  return { watermark_asset: (await findPicture(db, { ...picture, kind: 'watermark' })).id };
}

/** Change of a workspace's detail. */
async function changeOfDetail(
  db: Knex,
  body: InputOf<'updateAccountDetail'>['body'],
  { accountId, actor }: { accountId: string; actor: Actor },
): Promise<AccountChange> {
  const { accountName, industry, logo, unit, locale } = body;
  if (locale !== undefined) {
    assertLocale(locale);
  }
  const picture = { userId: actor.userId, accountId, kind: 'logo', propertyPath: 'logo' } as const;
  const logoObject =
    logo === undefined || logo === null
      ? logo
      : (await findPicture(db, { ...picture, assetId: logo })).object;
  const change: { [Column in keyof AccountChange]: AccountChange[Column] | undefined } = {
    name: accountName,
    industry,
    logo_object: logoObject,
    unit,
    locale,
    has_completed_tour: body.hasCompletedDashboardTour,
    has_completed_onboarding: body.hasCompletedOnboarding,
  };
  // Absent columns stay as they are.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** @throws CodedError `tag.exists` for two that differ in case alone. */
function assertUniqueTags(tags: readonly string[]): void {
  const keys = new Set(tags.map((tag) => tag.toLowerCase()));
  if (keys.size < tags.length) {
    throw new CodedError('tag.exists', { violations: [{ propertyPath: 'tags', code: 'tag.exists' }] });
  }
}
