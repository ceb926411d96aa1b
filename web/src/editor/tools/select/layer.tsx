import { CurveLabel } from '../../features/walls/moving/curve-label.tsx';
import { DragNote } from './drag-note.tsx';
import { GapLabels } from './gap-labels.tsx';
import { Marquee } from './marquee.tsx';

/** DOM layer of the select and transform tools. */
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
