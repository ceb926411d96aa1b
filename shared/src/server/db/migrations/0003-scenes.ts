import type { Migration } from '../migrate.ts';

/** Stored objects, assets, scenes with their update logs, and outputs. */
export const sceneTables: Migration = {
  name: '0003-scenes',
  up: async (trx) => {
    await trx.raw(`
      create table objects (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        sha256 bytea not null,
        key text not null unique,
        size bigint not null,
        content_type text not null,
        created_at timestamptz not null default now(),
        unique (account_id, sha256)
      );
      create index objects_age on objects (created_at);

      create table compositions (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        project_id uuid references projects (id) on delete set null,
        name text not null,
        description text,
        privacy text not null default 'private' check (privacy in ('private', 'public', 'password')),
        password_hash text,
        status text not null default 'draft' check (status in ('draft', 'published')),
        category_id uuid,
        tags text[] not null default '{}',
        extra jsonb,
        sharing jsonb not null default '{}',
        key_version integer not null default 1,
        revision bigint not null default 0,
        published_output_id uuid,
        thumbnail_object uuid references objects (id) on delete set null,
        thumbnail_revision bigint,
        nodes integer not null default 0,
        triangles bigint not null default 0,
        created_by uuid references users (id) on delete set null,
        updated_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create index compositions_list on compositions (account_id, updated_at desc, id) where deleted_at is null;
      create index compositions_project on compositions (project_id) where deleted_at is null;
      create index compositions_trash on compositions (deleted_at) where deleted_at is not null;

      create table composition_documents (
        composition_id uuid primary key references compositions (id) on delete cascade,
        snapshot bytea not null,
        document jsonb not null
      );

      create table composition_updates (
        composition_id uuid not null references compositions (id) on delete cascade,
        seq bigint generated always as identity,
        bytes bytea not null,
        user_id uuid,
        created_at timestamptz not null default now(),
        primary key (composition_id, seq)
      );

      create table composition_members (
        composition_id uuid not null references compositions (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role smallint not null check (role in (0, 1)),
        created_at timestamptz not null default now(),
        primary key (composition_id, user_id)
      );
      create index composition_members_user on composition_members (user_id);

      create table project_members (
        project_id uuid not null references projects (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role smallint not null check (role in (0, 1)),
        created_at timestamptz not null default now(),
        primary key (project_id, user_id)
      );
      create index project_members_user on project_members (user_id);

      create table assets (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        composition_id uuid references compositions (id) on delete set null,
        created_by uuid references users (id) on delete set null,
        type smallint not null,
        upload_type text,
        name text not null,
        size bigint not null,
        status text not null default 'uploaded' check (status in ('uploaded', 'processing', 'ready', 'failed')),
        progress smallint not null default 0,
        fence integer not null default 0,
        original_object uuid references objects (id) on delete set null,
        main_object uuid references objects (id) on delete set null,
        mobile_object uuid references objects (id) on delete set null,
        thumbnail_object uuid references objects (id) on delete set null,
        report jsonb,
        error_code text,
        error_detail text,
        extra jsonb not null default '{}',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        failed_at timestamptz,
        deleted_at timestamptz
      );
      create index assets_list on assets (account_id, created_at desc) where deleted_at is null;
      create index assets_queue on assets (created_at) where status in ('uploaded', 'processing');
      create index assets_failed on assets (failed_at) where status = 'failed';
      create index assets_original on assets (original_object);
      create index assets_main on assets (main_object);
      create index assets_mobile on assets (mobile_object);
      create index assets_thumbnail on assets (thumbnail_object);

      create table scene_outputs (
        id uuid primary key,
        composition_id uuid not null references compositions (id) on delete cascade,
        requested_by uuid references users (id) on delete set null,
        revision bigint not null,
        document jsonb not null,
        asset_ids uuid[] not null default '{}',
        source_object uuid references objects (id) on delete set null,
        status text not null default 'queued'
          check (status in ('queued', 'running', 'completed', 'failed', 'superseded')),
        step smallint not null default 0,
        progress smallint not null default 0,
        fence integer not null default 0,
        error_code text,
        error_detail text,
        glb_object uuid references objects (id) on delete set null,
        mobile_object uuid references objects (id) on delete set null,
        usdz_object uuid references objects (id) on delete set null,
        thumbnail_object uuid references objects (id) on delete set null,
        carousel_objects uuid[] not null default '{}',
        carousel_hd_objects uuid[] not null default '{}',
        stats jsonb,
        created_at timestamptz not null default now(),
        completed_at timestamptz
      );
      create index scene_outputs_newest on scene_outputs (composition_id, created_at desc);
      create unique index scene_outputs_one_queued on scene_outputs (composition_id) where status = 'queued';
      create index scene_outputs_assets on scene_outputs using gin (asset_ids) where status = 'completed';
      create index scene_outputs_open on scene_outputs (created_at) where status in ('queued', 'running');
      alter table compositions add constraint compositions_published_output
        foreign key (published_output_id) references scene_outputs (id) on delete set null;
    `);
  },
};
