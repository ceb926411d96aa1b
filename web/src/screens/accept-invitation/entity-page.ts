import type { Invitation } from '@diorama/shared/contract/invitations.ts';
import { idOf } from '../../api/url.ts';

/** Page of an invitation's subject, without language. */
export function entityPage({ subject, entity, role }: Invitation): string {
  switch (subject) {
    case 'compositions':
      return `builder/${idOf(entity['@id'])}`;
    case 'projects':
      return `project/${idOf(entity['@id'])}`;
    case 'accounts':
      return role === 3 ? 'scenes/shared' : 'scenes/all';
  }
}
