import { randomUUID } from 'node:crypto';
import { emptyDocument, parseDocument } from '@diorama/shared/scene/document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import * as Y from 'yjs';
import { hashToken, newRefreshToken } from '../../auth/tokens.ts';
import type { Deps } from '../../deps.ts';

/**
 * All kinds of callers. `viewer` and `editor` have access to one scene. `guest` is a member of the workspace
 * without access to a scene.
 * `suspended` owns a suspended workspace, `tenant` owns another one, and `stranger` is unrelated.
 */
export const CALLERS = [
  'nobody',
  'stranger',
  'viewer',
  'editor',
  'guest',
  'admin',
  'owner',
  'operator',
  'suspended',
  'tenant',
] as const;
export type Caller = (typeof CALLERS)[number];

/** One resource of each kind that a call can name, all in one workspace. */
export type Place = {
  account: string;
  owner: string;
  ownerSession: string;
  refreshToken: string;
  project: string;
  scene: string;
  trashedScene: string;
  asset: string;
  comment: string;
  version: string;
  reimagine: string;
  member: string;
  invitation: string;
  request: string;
  invoice: string;
  billingInfo: string;
  paymentSource: string;
  order: string;
  referral: string;
  tag: string;
  libraryItem: string;
  component: string;
};

/** A person with a session. */
type Person = { id: string; email: string; session: string; refreshToken: string };

export type World = {
  /** The access token of a caller. */
  token(caller: Caller): Promise<string | undefined>;
  /** The place of a caller: for most the owner's, for `suspended` their own. */
  own(caller: Caller): Place;
  /** A place that is unrelated to all callers. */
  foreign: Place;
  /** Ids of missing resources. */
  absent: Place;
};

export const OPERATOR_EMAIL = 'operator@people.test';
const SNAPSHOT = Buffer.from(Y.encodeStateAsUpdate(toYDoc(emptyDocument())));
const DOCUMENT = JSON.stringify(emptyDocument());
const HOUR_MS = 60 * 60_000;

/** In the order of their references. */
const TABLES = [
  'users',
  'sessions',
  'accounts',
  'members',
  'projects',
  'compositions',
  'composition_documents',
  'account_members',
  'composition_members',
  'objects',
  'assets',
  'scene_outputs',
  'comments',
  'scene_versions',
  'reimagines',
  'tags',
  'library_items',
  'library_versions',
  'invitations',
  'billing_infos',
  'payment_sources',
  'referrals',
  'invoices',
  'orders',
] as const;
type Rows = Record<(typeof TABLES)[number], object[]>;

/** Creates new users, workspaces and resources of every kind, with one statement per table. */
export async function createWorld({ db, tokens }: Pick<Deps, 'db' | 'tokens'>): Promise<World> {
  // Created from the same list of tables.
  const rows = Object.fromEntries(TABLES.map((table) => [table, [] as object[]])) as Rows;
  const names = [...CALLERS.filter((caller) => caller !== 'nobody'), 'far'];
  const people = new Map(names.map((name) => [name, addPerson(rows, name)]));
  const person = (name: string): Person => {
    const found = people.get(name);
    if (!found) {
      throw new Error(`Nobody is called ${name}`);
    }
    return found;
  };
  const own = addPlace(rows, person('owner'), {
    admin: person('admin').id,
    guest: person('guest').id,
    viewer: person('viewer').id,
    editor: person('editor').id,
    isActive: true,
  });
  const suspended = addPlace(rows, person('suspended'), { isActive: false });
  const foreign = addPlace(rows, person('far'), { isActive: true });
  await insertAll(db, rows);
  return {
    token: async (caller) =>
      caller === 'nobody' ? undefined : tokens.access(person(caller).id, person(caller).session),
    own: (caller) => (caller === 'suspended' ? suspended : own),
    foreign,
    absent: nameNothing(),
  };
}

async function insertAll(db: Knex, rows: Rows): Promise<void> {
  await db.transaction(async (trx) => {
    // Only one can have the operator's address.
    await trx('users')
      .where({ email: OPERATOR_EMAIL })
      .update({ email: `${uuidv7()}@people.test` });
    for (const table of TABLES) {
      await trx(table).insert(rows[table]);
    }
  });
}

/** Each user has a workspace; those of owners come with their place. */
function addPerson(rows: Rows, name: string): Person {
  const id = uuidv7();
  const session = uuidv7();
  const refreshToken = newRefreshToken(session);
  const email = name === 'operator' ? OPERATOR_EMAIL : `${name}-${id}@people.test`;
  rows.users.push({ id, name, email, avatar_color: '#888888', email_confirmed_at: new Date() });
  rows.sessions.push({
    id: session,
    user_id: id,
    current_hash: hashToken(refreshToken),
    remember: false,
    expires_at: new Date(Date.now() + HOUR_MS),
  });
  if (!['owner', 'suspended', 'far'].includes(name)) {
    rows.accounts.push({ id: uuidv7(), owner_id: id, name, is_active: true, plan: 'free' });
  }
  return { id, email, session, refreshToken };
}

type Shares = { admin?: string; guest?: string; viewer?: string; editor?: string; isActive: boolean };

function addPlace(rows: Rows, owner: Person, shares: Shares): Place {
  const place: Place = {
    ...newIds(),
    owner: owner.id,
    ownerSession: owner.session,
    refreshToken: owner.refreshToken,
  };
  const { account, scene, trashedScene } = place;
  rows.accounts.push({
    id: account,
    owner_id: owner.id,
    name: 'Place',
    is_active: shares.isActive,
    suspended_at: shares.isActive ? null : new Date(),
    plan: 'pro',
  });
  rows.projects.push({ id: place.project, account_id: account, name: 'Project', name_key: 'project' });
  const made = { account_id: account, created_by: owner.id, updated_by: owner.id };
  rows.compositions.push(
    { ...made, id: scene, name: 'Scene', deleted_at: null },
    { ...made, id: trashedScene, name: 'Trash', deleted_at: new Date() },
  );
  rows.composition_documents.push(
    { composition_id: scene, ...storedWith(place.component) },
    { composition_id: trashedScene, snapshot: SNAPSHOT, document: DOCUMENT },
  );
  addShares(rows, place, shares);
  addThings(rows, place);
  addOpenEnds(rows, place);
  return place;
}

/** A stored document that has a component of the library. */
function storedWith(item: string): { snapshot: Buffer; document: string } {
  const chair = { kind: 'component', props: { library: { item, version: 1, ids: {} } } };
  const document = parseDocument({ nodes: { chair } });
  return {
    snapshot: Buffer.from(Y.encodeStateAsUpdate(toYDoc(document))),
    document: JSON.stringify(document),
  };
}

function addShares(rows: Rows, { account, scene, member }: Place, shares: Shares): void {
  for (const role of ['admin', 'guest'] as const) {
    const user = shares[role];
    if (user !== undefined) {
      rows.account_members.push({ account_id: account, user_id: user, role });
    }
  }
  const viewer = shares.viewer ?? addLoner(rows);
  rows.members.push({ id: member, account_id: account, user_id: viewer, email: `${viewer}@people.test` });
  rows.composition_members.push(
    { composition_id: scene, user_id: viewer, role: 1 },
    { composition_id: scene, user_id: shares.editor ?? addLoner(rows), role: 0 },
  );
}

/** A user to share with, who never calls. */
function addLoner(rows: Rows): string {
  const id = uuidv7();
  rows.users.push({
    id,
    name: 'Loner',
    email: `loner-${id}@people.test`,
    avatar_color: '#888888',
    email_confirmed_at: null,
  });
  return id;
}

function addThings(rows: Rows, place: Place): void {
  const { account, scene, owner } = place;
  const object = randomUUID();
  rows.objects.push({
    id: object,
    account_id: account,
    sha256: Buffer.alloc(32, 1),
    key: `${account}/${object}`,
    size: 4,
    content_type: 'model/gltf-binary',
  });
  rows.assets.push({
    id: place.asset,
    account_id: account,
    composition_id: scene,
    created_by: owner,
    type: 2,
    name: 'a.glb',
    size: 4,
    status: 'failed',
    original_object: object,
  });
  rows.scene_outputs.push({
    id: uuidv7(),
    composition_id: scene,
    revision: 0,
    document: DOCUMENT,
    status: 'failed',
  });
  rows.reimagines.push({
    id: place.reimagine,
    composition_id: scene,
    account_id: account,
    created_by: owner,
    prompt: 'In winter',
    strength: 0.5,
    count: 1,
    status: 'completed',
    image_object: object,
    candidate_objects: [object],
  });
  rows.comments.push({ id: place.comment, composition_id: scene, author_id: owner, text: 'Hello' });
  rows.scene_versions.push({
    id: place.version,
    composition_id: scene,
    revision: 0,
    automatic: true,
    document: DOCUMENT,
    created_at: new Date(),
  });
  rows.tags.push({ id: place.tag, account_id: account, name: 'Tag', name_key: 'tag', color: 'grey' });
  rows.library_items.push({
    id: place.libraryItem,
    kind: 'material',
    account_id: account,
    material: '{}',
    name: 'Oak',
    created_by: owner,
  });
  rows.library_items.push({
    id: place.component,
    kind: 'component',
    account_id: account,
    material: null,
    name: 'Chair',
    created_by: owner,
  });
  rows.library_versions.push({ id: uuidv7(), item_id: place.component, number: 1, document: DOCUMENT });
}

/** Pending invitations, requests and orders. */
function addOpenEnds(rows: Rows, place: Place): void {
  const { account, scene, owner } = place;
  const asker = addLoner(rows);
  const invitation = {
    account_id: account,
    subject: 'compositions',
    entity_ids: [scene],
    role: 1,
    expires_at: new Date(Date.now() + 24 * HOUR_MS),
  };
  rows.invitations.push(
    {
      ...invitation,
      id: place.invitation,
      email: `invited-${account}@people.test`,
      created_by: owner,
      is_request: false,
    },
    {
      ...invitation,
      id: place.request,
      email: `loner-${asker}@people.test`,
      created_by: asker,
      is_request: true,
    },
  );
  rows.billing_infos.push({ id: place.billingInfo, account_id: account, name: 'Place' });
  rows.payment_sources.push({
    id: place.paymentSource,
    account_id: account,
    type: 0,
    provider: 'sandbox',
    provider_ref: `source-${account}`,
  });
  rows.referrals.push({
    id: place.referral,
    account_id: account,
    referrer_id: owner,
    email: `friend@${account}.test`,
  });
  rows.invoices.push({ id: place.invoice, account_id: account, number: `N-${account}`, amount: 100 });
  rows.orders.push({
    id: place.order,
    account_id: account,
    plan_price: '01900000-0000-7000-8000-000000000031',
    amount: 5_000,
    total_amount: 5_000,
    months: 1,
    provider: 'sandbox',
    provider_ref: `order-${account}`,
    client_token: `token-${account}`,
    status: 6,
  });
}

function newIds(): Omit<Place, 'owner' | 'ownerSession' | 'refreshToken'> {
  const id = () => uuidv7();
  return {
    account: id(),
    project: id(),
    scene: id(),
    trashedScene: id(),
    asset: id(),
    comment: id(),
    version: id(),
    reimagine: id(),
    member: id(),
    invitation: id(),
    request: id(),
    invoice: id(),
    billingInfo: id(),
    paymentSource: id(),
    order: id(),
    referral: id(),
    tag: id(),
    libraryItem: id(),
    component: id(),
  };
}

function nameNothing(): Place {
  const session = uuidv7();
  return { ...newIds(), owner: uuidv7(), ownerSession: session, refreshToken: newRefreshToken(session) };
}
