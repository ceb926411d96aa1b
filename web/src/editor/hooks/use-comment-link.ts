import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Editor } from '../editor.ts';

/**
 * Opens the thread that the address names by `?comment=`, as mails and the overview of comments do, and leads the view
 * there. Once it is closed the address names it no more.
 */
export function useCommentLink({ tools, commenting }: Editor): void {
  const [params, setParams] = useSearchParams();
  const id = params.get('comment');
  useEffect(() => {
    if (id === null) {
      return;
    }
    tools.use('comment');
    commenting.show(id, { isLeading: true });
    return commenting.open.subscribe(() => {
      if (commenting.open.get() === null) {
        setParams(
          (before) => {
            before.delete('comment');
            return before;
          },
          { replace: true },
        );
      }
    });
  }, [tools, commenting, id, setParams]);
}
