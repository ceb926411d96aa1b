import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { fetchCode } from '../../fetch-code.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import type { ToolPart } from './define-tool.ts';
import type { ToolId } from './tool-id.ts';

/** Lazily loaded part of a tool. A load error is thrown while rendering, for the error boundary. */
export function LazyPart({ of, load }: { of: ToolId; load: ToolPart }) {
  const { tools } = useEditor();
  const [part, setPart] = useState<ReactNode>(null);
  // React shows a fallback for at least 300 ms, during which invisible handles would react.
  useEffect(() => {
    let isWanted = true;
    Promise.all([fetchCode(load), tools.fetch(of)]).then(
      ([Part, tool]) => {
        if (isWanted) {
          setPart(<Part tool={tool} />);
        }
      },
      (error: unknown) => {
        setPart(() => {
          throw error;
        });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [tools, of, load]);
  // Waits for its translations without hiding other parts.
  return <Suspense fallback={null}>{part}</Suspense>;
}
