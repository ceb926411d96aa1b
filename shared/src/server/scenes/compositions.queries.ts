import type { MadeSettings, Privacy, SceneStatus, Sharing } from '../../contract/compositions.ts';
import type { PlanName } from '../../plans.ts';
import { asked, batchedRead } from '../db/batched-read.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { personJson, type UserRow } from '../people/person-json.ts';

/** A scene with all data for its responses and its policy. */
export type CompositionRow = {
  id: string;
  account_id: string;
  project_id: string | null;
  name: string;
  description: string | null;
  privacy: Privacy;
  status: SceneStatus;
  category_id: string | null;
  tags: string[];
  extra: Record<string, unknown> | null;
  sharing: Partial<Sharing>;
  key_version: number;
  revision: number;
  thumbnail_object: string | null;
  nodes: number;
  triangles: number;
  /** Ids of its annotations in tour order. */
  tour: string[];
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  created_by: UserRow | null;
  updated_by: UserRow | null;
  account_is_active: boolean;
  account_role: 'owner' | 'admin' | 'guest' | null;
  member_role: 0 | 1 | null;
  published_revision: number | null;
  /** Settings of the published files; null where they were not stored, or nothing is published. */
  published_settings: MadeSettings | null;
  published_glb: string | null;
  published_thumbnail: string | null;
  /** Null where nothing is published, or without an end. */
  published_expired: boolean | null;
  /** In lists also false where it makes no difference. */
  has_pending: boolean;
};

/** A single scene with its members. */
export type CompositionDetail = CompositionRow & {
  member_ids: string[];
  /** Whether its workspace has exceeded its plan for a year, by the last check. */
  is_long_overflown: boolean;
};

/**
 * One scene with all data of a list row. Data that the owner does not need is not looked up: shares
 * of the owner, and the last editor where it is the author.
 */
const DETAIL = `
  select ask.at, c.id, c.account_id, c.project_id, c.name, c.description, c.privacy, c.status, c.category_id, c.tags, c.extra,
    c.sharing, c.key_version, c.revision, c.thumbnail_object, c.nodes, c.triangles, c.tour, c.created_at, c.updated_at,
    c.deleted_at, a.is_active as account_is_active,
    coalesce(a.overflown_since < now() - interval '1 year', false) as is_long_overflown,
    case when a.owner_id = ask.user_id then 'owner' else (select am.role from account_members am
      where am.account_id = c.account_id and am.user_id = ask.user_id) end as account_role,
    case when a.owner_id = ask.user_id then null else least(
      (select cm.role from composition_members cm where cm.composition_id = c.id and cm.user_id = ask.user_id),
      (select pm.role from project_members pm where pm.project_id = c.project_id and pm.user_id = ask.user_id)) end as member_role,
    (select ${personJson()}
      from users u where u.id = c.created_by) as created_by,
    case when c.updated_by is distinct from c.created_by then (select ${personJson()} from users u where u.id = c.updated_by) end as updated_by,
    o.revision as published_revision, o.file_settings as published_settings, o.glb_object as published_glb, o.thumbnail_object as published_thumbnail,
    case when o.id is not null then (c.sharing ->> 'expiresAt')::timestamptz <= now() end as published_expired,
    exists (select 1 from composition_updates u where u.composition_id = c.id) as has_pending,
    array(select m.id::text from composition_members cm join members m on m.account_id = c.account_id and m.user_id = cm.user_id
      where cm.composition_id = c.id order by cm.created_at) as member_ids
  from ${asked('id', 'user_id')}
  join compositions c on c.id = ask.id
  join accounts a on a.id = c.account_id
  left join scene_outputs o on o.id = c.published_output_id`;

/** One scene by its id, as a user sees it, including scenes in the trash; null when there is none. */
export const findComposition = batchedRead<CompositionDetail>('composition-read', DETAIL);

/**
 * Updates a scene. `sharing` replaces only its given members, and `endsLinks` invalidates all earlier URLs.
 */
export async function writeComposition(
  trx: Knex,
  id: string,
  change: { columns: Record<string, unknown>; sharing: Partial<Sharing> | undefined; endsLinks: boolean },
): Promise<void> {
  const { columns, sharing, endsLinks } = change;
  await trx('compositions')
    .where({ id })
    .update({
      id,
      ...columns,
      ...(sharing && { sharing: trx.raw('sharing || ?::jsonb', [JSON.stringify(sharing)]) }),
      ...(endsLinks && { key_version: trx.raw('key_version + 1') }),
    });
}

/** Usage of a workspace, for the quota rules. */
export type UsageRow = { plan: PlanName; storage_used: number; referral_joined: number; scenes: number };

/** A workspace's usage; null when there is none. */
export async function findUsage(db: Knex, accountId: string): Promise<UsageRow | null> {
  const rows = await readQuery<UsageRow>(
    db,
    'account-usage',
    `select a.plan, a.storage_used, a.referral_joined,
       (select count(*) from compositions c where c.account_id = a.id and c.deleted_at is null)::bigint as scenes
     from accounts a where a.id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** People by their ids. */
export function findUsers(db: Knex, ids: readonly string[]): Promise<UserRow[]> {
  return readQuery<UserRow>(
    db,
    'users-by-id',
    'select id, name, avatar_object, avatar_color from users where id = any ($1::uuid[])',
    [ids],
  );
}
