import { CurveDot } from '../walls/curve-dot.tsx';
import { Handles } from './handles.tsx';
import { SnapLines } from './snap-lines.tsx';

/** What the tools that select and transform draw in the scene. */
export function SelectOverlay() {
  return (
    <>
      <Handles />
      <CurveDot />
      <SnapLines />
    </>
  );
}
