import type { Migration } from '../migrate.ts';

/**
 * Daily visit counts of scenes. Devices are identified by a hash with a daily salt, so that they cannot be
 * tracked across days; hashes are deleted with the salt.
 */
export const sceneVisits: Migration = {
  name: '0037-scene-visits',
  up: async (trx) => {
    await trx.raw(`
      create table scene_visit_days (
        composition_id uuid not null references compositions (id) on delete cascade,
        day date not null,
        views integer not null default 0,
        embeds integer not null default 0,
        devices integer not null default 0,
        seconds bigint not null default 0,
        annotation_opens integer not null default 0,
        ar_launches integer not null default 0,
        primary key (composition_id, day)
      );
      create table scene_visit_countries (
        composition_id uuid not null references compositions (id) on delete cascade,
        day date not null,
        country text not null,
        visits integer not null default 0,
        primary key (composition_id, day, country)
      );
      create table scene_visit_devices (
        composition_id uuid not null references compositions (id) on delete cascade,
        day date not null,
        device bytea not null,
        primary key (composition_id, day, device)
      );
      create index scene_visit_devices_day on scene_visit_devices (day);
      create table scene_visit_salts (day date primary key, salt bytea not null);
    `);
  },
};
