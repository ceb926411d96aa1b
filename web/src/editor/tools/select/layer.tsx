import { CurveLabel } from '../walls/curve-label.tsx';
import { DragNote } from './drag-note.tsx';
import { GapLabels } from './gap-labels.tsx';
import { Marquee } from './marquee.tsx';

/** What lies over the view while things are selected and moved. */
export function SelectLayer() {
  return (
    <>
      <Marquee />
      <DragNote />
      <GapLabels />
      <CurveLabel />
    </>
  );
}
