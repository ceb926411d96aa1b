import { useEffect, useRef } from 'react';
import { MeasureOverlay } from '../../../scene/measure/measure-overlay.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import classes from './measure-layer.module.css';

/** Layer of measures over the viewport. `fill` runs at each frame; a change of a signal that it reads requests one. */
export function MeasureLayer({
  isPassed,
  fill,
}: {
  isPassed: boolean;
  fill: (overlay: MeasureOverlay) => void;
}) {
  const { queries, camera } = useEditor();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current || !queries) {
      return;
    }
    const overlay = new MeasureOverlay(host.current);
    const stop = queries.onDrawn((picture) => {
      fill(overlay);
      overlay.draw(picture, (point) => camera.project(point));
    });
    queries.invalidate();
    return () => {
      stop();
      overlay.dispose();
    };
  }, [queries, camera, fill]);
  return <div ref={host} className={classes.layer} data-passed={isPassed || undefined} />;
}
