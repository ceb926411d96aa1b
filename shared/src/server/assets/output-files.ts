import { ASSET_TYPE } from '../../contract/asset-type.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage } from '../db/read-query.ts';
import { IS_PUBLIC } from '../scenes/outputs.queries.ts';

/** Columns of an output with the files of each asset type. */
const OUTPUT_FILES = {
  [ASSET_TYPE.sceneGlb]: 'array[o.glb_object]',
  [ASSET_TYPE.sceneUsdz]: 'array[o.usdz_object]',
  [ASSET_TYPE.carousel]: 'o.carousel_objects',
  [ASSET_TYPE.carouselHd]: 'o.carousel_hd_objects',
} as const;
export type OutputFileType = keyof typeof OUTPUT_FILES;

/** Whether an asset type is that of files which the product makes of scenes. */
export function isOutputFileType(type: number): type is OutputFileType {
  return type in OUTPUT_FILES;
}

/** File of the newest completed output of a scene. */
export type OutputFileRow = {
  id: string;
  composition_id: string;
  name: string;
  key_version: number;
  is_public: boolean;
  object: string;
  /** Place among the files of the type, from 1. */
  at: number;
  size: number;
  created_at: string;
};

type Page = { accountId: string; limit: number; offset: number };

/** A page of the files of one type that the newest outputs of a workspace's scenes have, newest first. */
export async function listOutputFiles(
  db: Knex,
  { accountId, type, limit, offset }: Page & { type: OutputFileType },
): Promise<PageOf<OutputFileRow>> {
  const from = `from compositions c join accounts a on a.id = c.account_id
    join scene_outputs o on o.id = c.published_output_id
    cross join lateral unnest(${OUTPUT_FILES[type]}) with ordinality f(object, at)
    join objects b on b.id = f.object
    where c.account_id = $1 and c.deleted_at is null`;
  return readPage<OutputFileRow>(db, {
    name: `output-files ${type}`,
    rows: [
      `select o.id, o.composition_id, c.name, c.key_version, ${IS_PUBLIC} as is_public, f.object, f.at, b.size, o.created_at
       ${from} order by o.created_at desc, o.id, f.at limit $2 offset $3`,
      [accountId, limit, offset],
    ],
    total: [`select count(*)::bigint as total ${from}`, [accountId]],
  });
}
