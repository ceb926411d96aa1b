import type { Migration } from '../migrate.ts';

/**
 * Scenes that were published before their kept views were drawn large are told of as complete once more, so that the job
 * draws what they miss, after all that people wait for.
 */
export const missingViews: Migration = {
  name: '0052-missing-views',
  up: async (trx) => {
    await trx.raw(`
      insert into outbox (id, name, payload)
      select gen_random_uuid(), 'output.completed', jsonb_build_object('outputId', o.id)
      from compositions c join scene_outputs o on o.id = c.published_output_id
      where c.deleted_at is null and o.status = 'completed' and o.carousel_hd_objects = '{}'
        and jsonb_path_exists(o.document, '$.nodes.* \\? (@.kind == "camera")')
    `);
  },
};
