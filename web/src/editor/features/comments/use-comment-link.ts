import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Commenting, ToolSwitch } from '../../parts.ts';
import { when } from '../../signals.ts';

/**
 * Opens the thread of the `?comment=` query, which mails and the comment overview link to, and moves the
 * camera there. Closing the thread removes the query.
 */
export function useCommentLink({ tools, commenting }: Commenting & ToolSwitch): void {
  const [params, setParams] = useSearchParams();
  const id = params.get('comment');
  useEffect(() => {
    if (id === null) {
      return;
    }
    tools.use('comment');
    commenting.show(id, { isLeading: true });
    const isClosed = () => commenting.open.value === null;
    return when(isClosed, () =>
      setParams(
        (before) => {
          before.delete('comment');
          return before;
        },
        { replace: true },
      ),
    );
  }, [tools, commenting, id, setParams]);
}
