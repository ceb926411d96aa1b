import type { Knex } from '../knex.ts';
import { readQuery } from '../read-query.ts';
import { personJson, type UserRow } from './person-json.ts';

/** A version without its document. */
export type VersionRow = {
  id: string;
  composition_id: string;
  revision: number;
  name: string | null;
  automatic: boolean;
  author: UserRow | null;
  created_at: string;
  thumbnail_object: string | null;
};

const COLUMNS = `v.id, v.composition_id, v.revision, v.name, v.automatic, v.created_at, v.thumbnail_object,
  (select ${personJson()} from users u where u.id = v.created_by) as author`;

export async function findVersion(db: Knex, id: string): Promise<VersionRow | null> {
  const rows = await readQuery<VersionRow>(
    db,
    'version-read',
    `select ${COLUMNS} from scene_versions v where v.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Document of a version as stored, by any release. */
export async function findVersionDocument(db: Knex, id: string): Promise<unknown> {
  const row = await db('scene_versions').where({ id }).first('document');
  return row?.document ?? null;
}

/** A page of the versions of a scene, newest first, with the total. */
export async function listVersions(
  db: Knex,
  filter: { compositionId: string; limit: number; offset: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  const [rows, counts] = await Promise.all([
    readQuery<VersionRow>(
      db,
      'versions',
      `select ${COLUMNS} from scene_versions v where v.composition_id = $1
       order by v.created_at desc, v.id desc limit $2 offset $3`,
      [filter.compositionId, filter.limit, filter.offset],
    ),
    readQuery<{ total: number }>(
      db,
      'versions-count',
      'select count(*)::bigint as total from scene_versions where composition_id = $1',
      [filter.compositionId],
    ),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}
