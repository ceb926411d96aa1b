import { EditorProvider, useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { EditorSession } from '../session.ts';
import { LazyPart } from '../tools/lazy-part.tsx';
import { Marks } from './marks.tsx';
import { PeerMarks } from './peer-marks.tsx';
import { type Drawing, DrawingContext } from './use-drawing.ts';

/**
 * Everything over the scene: marks, other users, and the active tool's overlay. Walk mode shows other users
 * only.
 */
export function Overlay({ session, drawing }: { session: EditorSession; drawing: Drawing }) {
  const { isWalking } = useSignalValue(session.editor.ui.state);
  return (
    <EditorProvider value={session}>
      <DrawingContext value={drawing}>
        <PeerMarks />
        {!isWalking && (
          <>
            <Marks />
            <OfTool />
          </>
        )}
      </DrawingContext>
    </EditorProvider>
  );
}

function OfTool() {
  const { tools } = useEditor();
  useSignalValue(tools.activeId);
  const { overlay } = tools.def;
  return overlay && <LazyPart load={overlay} />;
}
