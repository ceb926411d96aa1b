import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { CommentsPanel, CommentsPanelProps } from './comments/comments-panel.tsx';

/** What visitors say about the scene, once the code for it is there; what cannot be fetched leaves the scene as it is. */
export function Talk(props: CommentsPanelProps) {
  const [Panel, setPanel] = useState<typeof CommentsPanel | null>(null);

  useEffect(() => {
    let isCurrent = true;
    fetchCode(() => import('./comments/comments-panel.tsx')).then(
      (module) => isCurrent && setPanel(() => module.CommentsPanel),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);

  return Panel && <Panel {...props} />;
}
