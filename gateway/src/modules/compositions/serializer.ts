import {
  type Composition,
  type CompositionItem,
  haveSettings,
  SHARING_DEFAULTS,
  type Sharing,
} from '@diorama/shared/contract/compositions.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { permissionOf } from '@diorama/shared/policy/composition.ts';
import type { CompositionListRow } from '@diorama/shared/server/scenes/composition-list.queries.ts';
import type {
  CompositionDetail,
  CompositionRow,
} from '@diorama/shared/server/scenes/compositions.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { serializeUserRef } from '../users/user-ref.ts';

/** Fields that determine the URL and the visibility of a scene's picture. */
export type PicturedScene = Pick<
  CompositionRow,
  | 'privacy'
  | 'status'
  | 'key_version'
  | 'deleted_at'
  | 'thumbnail_object'
  | 'published_thumbnail'
  | 'published_expired'
>;

/** A scene's sharing with every default filled in. */
export function sharingOf(stored: Partial<Sharing>): Sharing {
  return { ...SHARING_DEFAULTS, ...stored };
}

/** Whether the published scene is current, with the settings of its files. */
function isInSync(row: CompositionListRow): boolean {
  return (
    row.published_revision === row.revision &&
    !row.has_pending &&
    haveSettings(row.published_settings, row.sharing)
  );
}

export function serializeCompositionItem(
  urls: Urls,
  row: CompositionListRow,
  viewer: { userId: string; people: UserRef[] },
): CompositionItem {
  return {
    '@id': `/api/compositions/${row.id}`,
    '@type': 'Composition',
    uuid: row.id,
    type: 'scene',
    name: row.name,
    description: row.description,
    thumbnail: thumbnailOf(urls, row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    url: urls.absolute(`/view/${row.id}`),
    embedUrl: urls.absolute(`/embed/${row.id}`),
    privacy: row.privacy,
    status: row.status,
    extra: row.extra,
    category: row.category_id === null ? null : `/api/defaults/scene-categories/${row.category_id}`,
    tags: row.tags,
    project: row.project_id === null ? null : `/api/projects/${row.project_id}`,
    account: `/api/accounts/${row.account_id}`,
    createdBy: row.created_by && serializeUserRef(urls, row.created_by),
    updatedBy: serializeLastEditor(urls, row),
    ownedByCurrentUser: row.created_by?.id === viewer.userId,
    inSyncWithScene: isInSync(row),
    revision: row.revision,
    publishedRevision: row.published_revision,
    session: { people: viewer.people },
    permission: permissionOf({ accountRole: row.account_role, memberRole: row.member_role }) ?? 'view',
    sharing: sharingOf(row.sharing),
  };
}

/** A scene with its members and counts. */
export function serializeComposition(
  urls: Urls,
  row: CompositionDetail,
  { isBlocked, ...viewer }: { userId: string; people: UserRef[]; isBlocked: boolean },
): Composition {
  const item = serializeCompositionItem(urls, row, viewer);
  return {
    ...item,
    isBlocked,
    members: row.member_ids.map((id) => `/api/members/${id}`),
    scene: {
      title: item.name,
      thumbnail: item.thumbnail,
      description: item.description,
      privacy: item.privacy,
      annotations: row.tour.toSorted(),
      annotationOrder: row.tour,
      asset: urls.sceneFile(row.published_glb, `${fileNameOf(row.name)}.glb`, visibilityOf(row)),
      project: item.project,
    },
    entities: { nodes: row.nodes, triangles: row.triangles },
  };
}

/** A name that is safe as a file's, for downloads. */
export function fileNameOf(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w .-]+/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60);
  return /\w/.test(safe) ? safe : 'scene';
}

function serializeLastEditor(urls: Urls, row: CompositionListRow): UserRef | null {
  const editor = row.updated_by ?? row.created_by;
  return editor && serializeUserRef(urls, editor);
}

/** Visibility of the files of a scene: those of a public scene are open to everyone. */
export function visibilityOf(row: PicturedScene): { keyVersion: number; isPublic: boolean } {
  const isPublic =
    row.status === 'published' &&
    row.privacy === 'public' &&
    row.deleted_at === null &&
    !row.published_expired;
  return { keyVersion: row.key_version, isPublic };
}

/** The newest picture: of the draft, else of the published scene. */
export function thumbnailOf(urls: Urls, row: PicturedScene): string | null {
  const keyVersion = row.key_version;
  if (row.thumbnail_object !== null) {
    return urls.sceneFile(row.thumbnail_object, 'thumbnail.webp', { keyVersion, isPublic: false });
  }
  return urls.sceneFile(row.published_thumbnail, 'thumbnail.webp', visibilityOf(row));
}
