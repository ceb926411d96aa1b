import { IS_CONVERTING } from '../assets/assets.queries.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** An output with all data for the names of its files. */
export type OutputRow = {
  id: string;
  composition_id: string;
  account_id: string;
  key_version: number;
  is_public: boolean;
  /** Whether visitors with the link see it, perhaps with a password. */
  is_published: boolean;
  revision: number;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'superseded';
  step: number;
  progress: number;
  error_code: string | null;
  error_detail: string | null;
  glb_object: string | null;
  mobile_object: string | null;
  ar_object: string | null;
  usdz_object: string | null;
  thumbnail_object: string | null;
  carousel_objects: string[];
  carousel_hd_objects: string[];
  glb_bytes: number | null;
  mobile_bytes: number | null;
  ar_bytes: number | null;
  usdz_bytes: number | null;
  created_at: string;
  /** Place among all outputs that wait or run, from 1; null for one that does not wait. */
  position: number | null;
  /** Whether it waits for the conversion of a file that the scene shows. */
  is_awaiting_files: boolean;
  stats: { triangles: number; drawCalls: number; textures: number; dropped: number } | null;
};

/** Whether the files of an output `o` of a scene `c` in a workspace `a` are public. */
export const IS_PUBLIC = `(c.status = 'published' and c.privacy = 'public' and c.deleted_at is null
  and c.published_output_id = o.id and a.is_active and coalesce((c.sharing ->> 'expiresAt')::timestamptz > now(), true))`;

const SELECT = `
  select o.id, o.composition_id, c.account_id, c.key_version, ${IS_PUBLIC} as is_public,
    c.published_output_id = o.id and c.status = 'published' and c.privacy <> 'private' and o.status = 'completed' as is_published,
    o.revision, o.status, o.step, o.progress, o.error_code, o.error_detail, o.glb_object, o.mobile_object, o.ar_object,
    o.usdz_object, o.thumbnail_object, o.carousel_objects, o.carousel_hd_objects, o.stats, o.created_at,
    case when o.status = 'queued' then (select count(*)::int + 1 from (
      select 1 from scene_outputs q where q.status in ('queued', 'running') and q.created_at < o.created_at limit 999) earlier
    ) end as position,
    o.status = 'queued' and exists (select 1 from assets s
      where s.id = any (o.asset_ids) and s.account_id = c.account_id and s.deleted_at is null and ${IS_CONVERTING}) as is_awaiting_files,
    (select size from objects where id = o.glb_object) as glb_bytes,
    (select size from objects where id = o.mobile_object) as mobile_bytes,
    (select size from objects where id = o.ar_object) as ar_bytes,
    (select size from objects where id = o.usdz_object) as usdz_bytes
  from scene_outputs o join compositions c on c.id = o.composition_id join accounts a on a.id = c.account_id`;

/** One output. */
export async function findOutput(db: Knex, id: string): Promise<OutputRow | null> {
  const rows = await readQuery<OutputRow>(db, 'output-read', `${SELECT} where o.id = $1`, [id]);
  return rows[0] ?? null;
}

/** The last requested output of a scene. */
export async function findNewestOutput(db: Knex, compositionId: string): Promise<OutputRow | null> {
  const rows = await readQuery<OutputRow>(
    db,
    'output-newest',
    `${SELECT} where o.composition_id = $1 order by o.created_at desc, o.id desc limit 1`,
    [compositionId],
  );
  return rows[0] ?? null;
}
