import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { AccountChange } from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';
import type { AccountRow } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { findPicture } from '../assets/find-picture.ts';
import { assertLocale } from '../users/locale.ts';

/** Change of a workspace's features. @throws CodedError `security.not-allowed` for one beyond its plan */
export async function changeOfFeatures(
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
export async function changeOfDetail(
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
export function assertUniqueTags(tags: readonly string[]): void {
  const keys = new Set(tags.map((tag) => tag.toLowerCase()));
  if (keys.size < tags.length) {
    throw new CodedError('tag.exists', {
      violations: [{ propertyPath: 'tags', code: 'tag.exists' }],
    });
  }
}
