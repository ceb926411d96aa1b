import { useEffect, useRef } from 'react';
import { Magnifier } from '../../../scene/measure/magnifier.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { measureToolOf } from './measure-tool.ts';

/** Magnifier for touch: the view under the aiming finger, enlarged beside it. */
export function MeasureMagnifier() {
  const isAiming = useSignalValue(measureToolOf(useEditor()).aim) !== null;
  return isAiming && <Lens />;
}

function Lens() {
  const editor = useEditor();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { queries, camera } = editor;
    if (!host.current || !queries) {
      return;
    }
    const { aim, caught } = measureToolOf(editor);
    const lens = new Magnifier(host.current);
    const stopDrawing = queries.onDrawn((picture) => {
      const [at, found] = [aim.value, caught.value];
      lens.set(at && { at, caught: found && { ...camera.project(found.point), kind: found.kind } });
      lens.draw(picture);
    });
    const stopAiming = aim.subscribe(() => queries.invalidate());
    return () => {
      stopAiming();
      stopDrawing();
      lens.dispose();
    };
  }, [editor]);
  return <div ref={host} />;
}
