import type { accountRoutes } from '@diorama/shared/contract/accounts.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import { type AccountAction, authorizeAccount } from '@diorama/shared/policy/account.ts';
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
import {
  type AccountRow,
  findAccount,
  findAccountFacts,
} from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { type SuspensionChange, setSuspension } from '@diorama/shared/server/workspaces/suspensions.ts';
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { findPicture } from '../assets/find-picture.ts';
import { assertLocale } from '../users/locale.ts';
import { readAccount, serializeDetail } from './read-account.ts';

export function accountHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof accountRoutes> {
  const { db, urls } = deps;

  return {
    getAccount: ({ params }, { actor }) => reload(params.id, actor),

    createAccount: async ({ body }, { actor }) => {
      const id = await db.transaction((trx) =>
        createWorkspace(trx, { userId: actor.userId, name: body.name, locale: actor.locale }),
      );
      return reload(id, actor);
    },

    updateAccount: async ({ params, body }, { actor }) => {
      const { features, tags, isActive, reason = null } = body;
      if (isActive !== undefined) {
        await assertMaySuspend(params.id, actor);
      }
      const isManaged = features !== undefined || tags !== undefined || isActive === undefined;
      const change = isManaged
        ? await changeOf(await load('manage', params.id, actor), actor, features)
        : null;
      if (tags !== undefined) {
        assertUniqueTags(tags);
      }
      await transact(db, async (trx) => {
        if (isActive !== undefined) {
          await suspend(trx, { accountId: params.id, isActive, operatorId: actor.userId, reason });
        }
        if (change) {
          await updateWorkspace(trx, params.id, change);
        }
        if (tags !== undefined) {
          await replaceTags(trx, params.id, tags);
        }
      });
      return actor.isOperator ? reloadAs(params.id, actor) : reload(params.id, actor);
    },

    unsubscribeAccount: ({ params }, { actor }) => setSubscription(cancelSubscription, params.id, actor),

    reactivateAccount: ({ params }, { actor }) => setSubscription(reactivateSubscription, params.id, actor),

    deleteAccount: async ({ params }, { actor }) => {
      await assertMay('delete', params.id, actor);
      if (!(await db.transaction((trx) => closeWorkspace(trx, actor.userId, params.id)))) {
        throw new CodedError('security.not-allowed');
      }
      return undefined;
    },

    getAccountDetail: async ({ params }, { actor }) =>
      serializeAccountDetail(await load('read', params.id, actor)),

    updateAccountDetail: async ({ params, body }, { actor }) => {
      await assertMay('manage', params.id, actor);
      const change = await detailOf(params.id, actor, body);
      await transact(db, (trx) => updateWorkspace(trx, params.id, change));
      return serializeAccountDetail(await find(params.id, actor));
    },
  };

  function serializeAccountDetail(row: AccountRow) {
    return {
      '@id': `/api/account-details/${row.id}`,
      '@type': 'AccountDetail' as const,
      uuid: row.id,
      ...serializeDetail(urls, row),
    };
  }

  /** @throws CodedError according to the policy. */
  async function assertMay(action: AccountAction, id: string, actor: Actor): Promise<void> {
    const facts = await findAccountFacts(db, id, actor.userId);
    assertAllowed(authorizeAccount(action, facts ?? { role: null, isActive: true }));
  }

  async function load(action: AccountAction, id: string, actor: Actor): Promise<AccountRow> {
    await assertMay(action, id, actor);
    return find(id, actor);
  }

  async function find(id: string, actor: Actor): Promise<AccountRow> {
    const row = await findAccount(db, id, actor.userId);
    if (!row) {
      throw new CodedError('request.not-found');
    }
    return row;
  }

  async function reload(id: string, actor: Actor) {
    const account = await readAccount(deps, id, actor.userId);
    if (!account) {
      throw new CodedError('request.not-found');
    }
    return account;
  }

  /** As an operator sees it: like its owner, without being a member. */
  async function reloadAs(id: string, actor: Actor) {
    const own = await readAccount(deps, id, actor.userId);
    return own ?? reload(id, { ...actor, userId: (await find(id, actor)).owner.id });
  }

  /** @throws CodedError `security.not-allowed` for everyone but operators, `request.not-found`. */
  async function assertMaySuspend(id: string, actor: Actor): Promise<void> {
    if (!actor.isOperator) {
      await assertMay('read', id, actor);
      throw new CodedError('security.not-allowed');
    }
  }

  async function suspend(trx: Knex.Transaction, change: Omit<SuspensionChange, 'page'>): Promise<void> {
    if (!(await setSuspension(trx, { ...change, page: urls.absolute('/{lang}/scenes/all') }))) {
      throw new CodedError('request.not-found');
    }
    deps.logger.info(change, change.isActive ? 'a workspace goes on' : 'a workspace is suspended');
  }

  /** @throws CodedError `request.conflict` where there is nothing to cancel, or to take back. */
  async function setSubscription(change: typeof cancelSubscription, id: string, actor: Actor) {
    await assertMay('pay', id, actor);
    if (!(await db.transaction((trx) => change(trx, id)))) {
      throw new CodedError('request.conflict');
    }
    return reload(id, actor);
  }

  async function changeOf(
    row: AccountRow,
    actor: Actor,
    features: InputOf<'updateAccount'>['body']['features'],
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
    return { watermark_asset: (await picture(row.id, actor, watermark, 'watermark')).id };
  }

  async function detailOf(
    accountId: string,
    actor: Actor,
    body: InputOf<'updateAccountDetail'>['body'],
  ): Promise<AccountChange> {
    const { accountName, industry, logo, unit, locale } = body;
    if (locale !== undefined) {
      assertLocale(locale);
    }
    const logoObject =
      logo === undefined || logo === null ? logo : (await picture(accountId, actor, logo, 'logo')).object;
    return {
      ...(accountName === undefined ? {} : { name: accountName }),
      ...(industry === undefined ? {} : { industry }),
      ...(logoObject === undefined ? {} : { logo_object: logoObject }),
      ...(unit === undefined ? {} : { unit }),
      ...(locale === undefined ? {} : { locale }),
      ...(body.hasCompletedDashboardTour === undefined
        ? {}
        : { has_completed_tour: body.hasCompletedDashboardTour }),
      ...(body.hasCompletedOnboarding === undefined
        ? {}
        : { has_completed_onboarding: body.hasCompletedOnboarding }),
    };
  }

  function picture(accountId: string, actor: Actor, assetId: string, kind: 'logo' | 'watermark') {
    const propertyPath = kind === 'logo' ? 'logo' : 'features.customWatermark';
    return findPicture(db, { assetId, userId: actor.userId, kind, propertyPath, accountId });
  }
}

/** @throws CodedError `tag.exists` for two that differ in case alone. */
function assertUniqueTags(tags: readonly string[]): void {
  const keys = new Set(tags.map((tag) => tag.toLowerCase()));
  if (keys.size < tags.length) {
    throw new CodedError('tag.exists', {
      violations: [{ propertyPath: 'tags', code: 'tag.exists', message: 'Tag already exists' }],
    });
  }
}
