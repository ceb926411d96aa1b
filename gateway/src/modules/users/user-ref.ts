import type { UserRef } from '@diorama/shared/contract/fields.ts';
import type { UserRow } from '@diorama/shared/server/people/person-json.ts';
import type { Urls } from '../../web/urls.ts';

/** A user as presented to others. */
export function serializeUserRef(urls: Urls, user: UserRow): UserRef {
  return {
    '@id': `/api/users/${user.id}`,
    uuid: user.id,
    name: user.name,
    avatarUrl: urls.file(user.avatar_object, 'avatar.webp'),
    avatarColor: user.avatar_color,
  };
}
