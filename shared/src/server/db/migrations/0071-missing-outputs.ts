import type { Migration } from '../migrate.ts';

/** Indexes of scenes without an output or a current card picture, and of waiting outputs. */
export const missingOutputs: Migration = {
  name: '0071-missing-outputs',
  up: async (trx) => {
    await trx.raw(`
      create index compositions_without_output on compositions (id)
        where status = 'published' and published_output_id is null and deleted_at is null;
      create index compositions_without_picture on compositions (updated_at)
        where deleted_at is null and thumbnail_revision is distinct from revision;
      create index scene_outputs_queued on scene_outputs (composition_id) where status = 'queued';`);
  },
};
