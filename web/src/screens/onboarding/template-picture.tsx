import type { SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import type { ReactNode } from 'react';
import classes from './onboarding.module.css';

/** A drawing of what a template holds; decorative, its name stands below. */
export function TemplatePicture({ template }: { template: SceneTemplate | 'empty' }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 72" aria-hidden="true">
      {DRAWINGS[template]}
    </svg>
  );
}

const GROUND = <ellipse className={classes.ground} cx="60" cy="56" rx="46" ry="10" />;

const DRAWINGS: Record<SceneTemplate | 'empty', ReactNode> = {
  empty: GROUND,
  'still-life': (
    <>
      {GROUND}
      <path className={classes.toneA} d="M40 24h16v28a8 3 0 0 1-16 0z" />
      <ellipse className={classes.toneB} cx="48" cy="24" rx="8" ry="3" />
      <circle className={classes.toneC} cx="74" cy="48" r="9" />
      <circle className={classes.toneD} cx="90" cy="52" r="6" />
    </>
  ),
  pavilion: (
    <>
      {GROUND}
      <path className={classes.toneA} d="M24 20h72v7H24z" />
      <path className={classes.toneB} d="M30 27h5v26h-5zM49 27h5v26h-5zM67 27h5v26h-5zM85 27h5v26h-5z" />
      <path className={classes.toneD} d="M40 57h40l4 4H36z" />
    </>
  ),
  'colour-study': (
    <>
      {GROUND}
      {[0, 1, 2, 3, 4].map((at) => (
        <circle
          key={at}
          className={[classes.toneA, classes.toneB, classes.toneC, classes.toneD, classes.toneA][at]}
          cx={32 + at * 14}
          cy={50 - (at % 2) * 9}
          r="7"
        />
      ))}
    </>
  ),
};
