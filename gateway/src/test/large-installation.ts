import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import type { Person } from './harness.ts';

/** Row counts of the large workspace and of all others. */
export const SIZES = {
  scenes: 5_000,
  people: 500,
  comments: 100_000,
  commentsOfOneScene: 20_000,
  libraryItems: 10_000,
  others: 2_000,
  scenesOfOthers: 50_000,
  invoices: 500,
} as const;
export type Sizes = Readonly<Record<keyof typeof SIZES, number>>;

/** The workspace with the most rows. */
export type LargeWorkspace = {
  account: string;
  owner: string;
  scene: string;
  project: string;
  library: string;
};

/** Fills an installation with one large workspace of a user and many small ones of others. */
export async function fillInstallation(
  db: Knex,
  person: Pick<Person, 'accountId' | 'userId'>,
  sizes: Sizes = SIZES,
): Promise<LargeWorkspace> {
  const place = {
    account: person.accountId,
    owner: person.userId,
    scene: uuidv7(),
    project: uuidv7(),
    library: uuidv7(),
  };
  for (const text of [...OTHERS, ...PEOPLE, ...SCENES, ...COMMENTS, ...FILES, ...REST]) {
    await db.raw(withValues(text, { ...sizes, ...place }));
  }
  await db.raw('vacuum analyze');
  return place;
}

/** Inserts ids and numbers into a statement, as untyped parameters do not work in arithmetic. */
function withValues(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/(?<!:):([a-zA-Z]+)/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? `${value}` : `'${value}'::uuid`;
  });
}

const OTHERS = [
  `insert into users (id, name, email, avatar_color)
   select gen_random_uuid(), 'Other ' || n, 'other-' || n || '@large.test', '#888888' from generate_series(1, :others) n`,
  `insert into accounts (id, owner_id, name)
   select gen_random_uuid(), id, 'Workspace of ' || name from users where email like 'other-%@large.test'`,
  `insert into compositions (id, account_id, name, created_by, updated_by, updated_at, tags)
   select gen_random_uuid(), a.id, 'Scene ' || n, a.owner_id, a.owner_id, now() - n * interval '1 minute',
     array['Tag ' || (n % 200), 'Tag ' || (n % 190)]
   from accounts a join users u on u.id = a.owner_id and u.email like 'other-%@large.test'
   cross join generate_series(1, :scenesOfOthers / :others) n`,
  `insert into projects (id, account_id, name, name_key)
   select gen_random_uuid(), a.id, 'P ' || n, 'p ' || n from accounts a join users u on u.id = a.owner_id
   and u.email like 'other-%@large.test' cross join generate_series(1, 5) n`,
  `insert into comments (id, composition_id, author_id, text)
   select gen_random_uuid(), id, created_by, 'Hello' from compositions`,
  `insert into composition_members (composition_id, user_id, role, created_at)
   select c.id, u.id, 1, now() - interval '1 day'
   from (select id, row_number() over (order by id) as n from compositions) c
   join (select id, row_number() over (order by id) as n from users where email like 'other-%@large.test') u
     on u.n = c.n % :others + 1 where c.n % 5 = 0`,
  `insert into invitations (id, account_id, email, role, subject, entity_ids, created_by, expires_at, created_at)
   select gen_random_uuid(), p.account_id, p.id || '@invited.test', 1, 'projects', array[p.id], null,
     now() + interval '1 day', now() - row_number() over () * interval '1 second' from projects p`,
  `insert into objects (id, account_id, sha256, key, size, content_type, created_at)
   select gen_random_uuid(), a.id, decode(md5(a.id::text || n), 'hex'), a.id || '/' || n, n, 'model/gltf-binary',
     now() - interval '2 days' from accounts a join users u on u.id = a.owner_id and u.email like 'other-%@large.test'
   cross join generate_series(1, 20) n`,
  `insert into assets (id, account_id, created_by, type, upload_type, name, size, status, original_object, main_object, import_rules, created_at)
   select gen_random_uuid(), account_id, null, size % 3, 'library', 'asset', 1, 'ready', id, id, 1,
     now() - size * interval '1 minute' from objects`,
  `insert into library_items (id, kind, account_id, material, name, created_at)
   select gen_random_uuid(), 'material', account_id, '{}', 'Oak', created_at from assets`,
  `insert into tags (id, account_id, name, name_key, color)
   select gen_random_uuid(), a.id, 'Tag ' || n, 'tag ' || n, 'grey'
   from accounts a join users u on u.id = a.owner_id and u.email like 'other-%@large.test' cross join generate_series(0, 5) n`,
  `insert into emails (id, recipient, template, locale, props, sent_at)
   select gen_random_uuid(), 'a@large.test', 'confirm', 'en', '{}', now() - (n % 29) * interval '1 day'
   from generate_series(1, 50000) n`,
];

const PEOPLE = [
  `insert into users (id, name, email, avatar_color)
   select gen_random_uuid(), 'Colleague ' || n, 'colleague-' || n || '@large.test', '#888888'
   from generate_series(1, :people) n`,
  `insert into account_members (account_id, user_id, role)
   select :account, id, case when row_number() over () % 10 = 0 then 'admin' else 'guest' end
   from users where email like 'colleague-%@large.test'`,
  `insert into projects (id, account_id, name, name_key, created_by)
   select case when n = 1 then :project else gen_random_uuid() end, :account, 'Project ' || n, 'project ' || n, :owner
   from generate_series(1, 200) n`,
  `insert into invitations (id, account_id, email, role, subject, entity_ids, created_by, expires_at, created_at)
   select gen_random_uuid(), :account, n || '@invited.test', 1, 'projects',
     array[(select id from projects where account_id = :account order by name limit 1 offset n % 200)], :owner,
     now() + interval '1 day', now() - n * interval '1 minute'
   from generate_series(1, 2000) n`,
];

const SCENES = [
  `insert into compositions (id, account_id, name, project_id, created_by, updated_by, updated_at, deleted_at, tags)
   select case when n = 1 then :scene else gen_random_uuid() end, :account, 'Scene ' || n,
     (select id from projects where account_id = :account order by name limit 1 offset n % 200), :owner, :owner,
     now() - n * interval '1 minute', case when n % 10 = 9 then now() - interval '1 day' end,
     array['Tag ' || (n % 200), 'Tag ' || (n % 190)]
   from generate_series(1, :scenes) n`,
  `insert into composition_members (composition_id, user_id, role)
   select c.id, u.id, 1
   from (select id, row_number() over (order by id) as n from compositions where account_id = :account) c
   join (select id, row_number() over (order by id) as n from users where email like 'colleague-%@large.test') u
     on u.n = c.n % :people + 1`,
  `insert into project_members (project_id, user_id, role)
   select p.id, u.id, 1
   from (select id, row_number() over (order by id) as n from projects where account_id = :account) p
   join (select id, row_number() over (order by id) as n from users where email like 'colleague-%@large.test') u
     on u.n % 200 = p.n - 1`,
  `insert into tags (id, account_id, name, name_key, color)
   select gen_random_uuid(), :account, 'Tag ' || n, 'tag ' || n, 'grey' from generate_series(0, 199) n`,
  `insert into composition_documents (composition_id, snapshot, document)
   select id, '', '{"nodes": {}}' from compositions where account_id = :account`,
  `insert into scene_versions (id, composition_id, revision, automatic, document, created_at)
   select gen_random_uuid(), c.id, n, true, '{}', now() - n * interval '1 hour'
   from compositions c cross join generate_series(1, 2) n where c.account_id = :account`,
];

/** A quarter begin a thread; the large scene has a fifth of them. */
const COMMENTS = [
  `insert into comments (id, composition_id, author_id, text, mentions, created_at, updated_at, active_at)
   select gen_random_uuid(), case when g.n <= :commentsOfOneScene / 4 then :scene else c.id end, u.id, 'Thread ' || g.n,
     case when g.n % 50 = 0 then array[:owner] else '{}' end, t.at, t.at, t.at
   from generate_series(1, :comments / 4) g (n)
   cross join lateral (select now() - g.n * interval '1 second' as at) t
   join (select id, row_number() over (order by id) - 1 as n from users where email like 'colleague-%@large.test') u
     on u.n = g.n % :people
   join (select id, row_number() over (order by id) as n from compositions where account_id = :account) c
     on c.n = g.n % :scenes + 1`,
  `insert into comments (id, composition_id, parent_id, author_id, text, created_at, updated_at)
   select gen_random_uuid(), t.composition_id, t.id, t.author_id, 'Answer ' || g.n, t.created_at, t.created_at
   from comments t cross join generate_series(1, 3) g (n) where t.account_id = :account`,
  `insert into scene_reads (user_id, composition_id, read_until)
   select :owner, id, now() - interval '2 hours' from compositions where account_id = :account`,
  `insert into scene_reads (user_id, composition_id, read_until)
   select user_id, composition_id, now() from composition_members where user_id <> :owner`,
  `insert into thread_reads (user_id, composition_id, thread_id, read_until)
   select :owner, composition_id, id, now() from comments
   where account_id = :account and parent_id is null order by created_at desc limit 500`,
  `insert into comment_notices (user_id, comment_id, due_at)
   select :owner, id, now() from comments where account_id = :account and parent_id is null limit 1000`,
];

const FILES = [
  `insert into objects (id, account_id, sha256, key, size, content_type, created_at)
   select gen_random_uuid(), :account, decode(md5(n::text), 'hex'), 'large/' || n, n, 'model/gltf-binary',
     now() - interval '2 days' from generate_series(1, :libraryItems) n`,
  `insert into assets (id, account_id, composition_id, created_by, type, upload_type, name, size, status, original_object,
     main_object, import_rules, created_at)
   select gen_random_uuid(), :account, :scene, :owner, n % 3, 'library', 'asset ' || n, 1, 'ready', o.id, o.id, 1,
     now() - n * interval '1 minute'
   from (select id, row_number() over (order by id) as n from objects where account_id = :account) o`,
  `insert into library_items (id, kind, account_id, asset_id, name, created_by, created_at)
   select gen_random_uuid(), 'model', :account, id, name, :owner, created_at from assets where account_id = :account and type = 2`,
  `insert into library_items (id, kind, account_id, material, name, created_by, created_at)
   select case when n = 1 then :library else gen_random_uuid() end, 'material', :account, '{}', 'Oak ' || n, :owner,
     now() - n * interval '1 minute'
   from generate_series(1, :libraryItems) n`,
  `insert into composition_assets (composition_id, asset_id)
   select c.id, a.id
   from (select id, row_number() over (order by id) as n from compositions where account_id = :account) c
   join (select id, row_number() over (order by id) as n from assets where account_id = :account) a on a.n % :scenes + 1 = c.n`,
  `insert into composition_assets (composition_id, asset_id, version_id)
   select e.composition_id, e.asset_id, v.id from composition_assets e
   join scene_versions v on v.composition_id = e.composition_id where e.version_id is null`,
];

const REST = [
  `insert into invoices (id, account_id, number, amount)
   select gen_random_uuid(), a.id, a.id || '-' || n, 100 from accounts a
   cross join lateral generate_series(1, case when a.id = :account then :invoices else 5 end) n`,
  `insert into orders (id, account_id, plan_price, amount, total_amount, months, status, provider, transaction_id)
   select gen_random_uuid(), a.id, gen_random_uuid(), 100, 100, 1, 6, 'sandbox', 'tx-' || a.id || n from accounts a
   cross join lateral generate_series(1, case when a.id = :account then :invoices else 5 end) n`,
  `insert into referrals (id, account_id, referrer_id, email)
   select gen_random_uuid(), a.id, a.owner_id, n || '@friend.test' from accounts a cross join generate_series(1, 5) n
   where a.owner_id is not null`,
  `insert into sessions (id, user_id, current_hash, remember, expires_at)
   select gen_random_uuid(), u.id, '\\x00', true, now() + interval '1 day' from users u cross join generate_series(1, 4) n
   where u.email like '%@large.test'`,
];
