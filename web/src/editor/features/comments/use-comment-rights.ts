import type { Comment } from '@diorama/shared/contract/comments.ts';
import { useGet } from '../../../api/hooks.ts';
import { useUser } from '../../../hooks/use-user.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';

/** Comment permissions of this user; the server enforces them too. */
export function useCommentRights(): {
  mayResolve: boolean;
  mayEdit: (comment: Comment) => boolean;
  mayDelete: (comment: Comment) => boolean;
} {
  const { sceneId } = useEditorSession();
  const me = useUser()?.uuid;
  const { data: scene } = useGet('getComposition', { params: { id: sceneId } });
  const isOwn = ({ author }: Comment) => author !== null && author.uuid === me;
  return {
    mayResolve: scene?.permission === 'edit' || scene?.permission === 'admin',
    mayEdit: isOwn,
    mayDelete: (comment) => isOwn(comment) || scene?.permission === 'admin',
  };
}
