import { useEffect, useRef } from 'react';
import { PointerLens } from '../../../scene/measure/pointer-lens.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { measureToolOf } from './measure-tool.ts';

/** Magnifier for touch: the view under the aiming finger, enlarged beside it. */
export function MeasureLens() {
  const isAiming = useStore(measureToolOf(useEditor()).aim) !== null;
  return isAiming && <Lens />;
}

function Lens() {
  const editor = useEditor();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { probe, camera } = editor;
    if (!host.current || !probe) {
      return;
    }
    const { aim, caught } = measureToolOf(editor);
    const lens = new PointerLens(host.current);
    const stopDrawing = probe.onDrawn((picture) => {
      const [at, found] = [aim.get(), caught.get()];
      lens.set(at && { at, caught: found && { ...camera.project(found.point), kind: found.kind } });
      lens.draw(picture);
    });
    const stopAiming = aim.subscribe(() => probe.invalidate());
    probe.invalidate();
    return () => {
      stopAiming();
      stopDrawing();
      lens.dispose();
    };
  }, [editor]);
  return <div ref={host} />;
}
