import type { CommentState } from '@diorama/shared/domain/comment-states.ts';
import type { PagedList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { useErrorToast } from '../../hooks/use-error-toast.ts';
import type { ThreadItem } from './thread-item.tsx';

/**
 * Marks a thread as read at once, which removes it from the unread list. `onRead` is called after the server's answer.
 */
export function useReadThread(
  list: PagedList<ThreadItem>,
  { state, onRead }: { state: CommentState; onRead: () => void },
): (thread: ThreadItem) => void {
  const { client } = useApi();
  const showError = useErrorToast();
  const read = async ({ uuid }: ThreadItem) => {
    list.change((members) =>
      state === 'unread'
        ? members.filter((thread) => thread.uuid !== uuid)
        : members.map((thread) =>
            thread.uuid === uuid ? { ...thread, unread: false, unreadNumber: 0 } : thread,
          ),
    );
    await client.call('readThread', { params: { id: uuid } });
    onRead();
  };
  return (thread) => {
    if (thread.unread) {
      read(thread).catch((error: unknown) => {
        list.reload();
        showError(error);
      });
    }
  };
}
