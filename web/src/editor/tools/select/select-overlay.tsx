import { CurveDot } from '../../features/walls/moving/curve-dot.tsx';
import { Handles } from './handles.tsx';
import { SnapLines } from './snap-lines.tsx';

/** Scene overlay of the select and transform tools. */
export function SelectOverlay() {
  return (
    <>
      <Handles />
      <CurveDot />
      <SnapLines />
    </>
  );
}
