import type { ReactNode } from 'react';
import type { Vector3 } from 'three';
import { useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import classes from './scene-label.module.css';

/** Label at a scene point, over the viewport; hidden behind the eye. */
export function SceneLabel({
  at,
  tone = 'plain',
  children,
}: {
  at: Vector3;
  tone?: 'plain' | 'active' | 'danger';
  children: ReactNode;
}) {
  const { camera } = useEditor();
  useSignalValue(camera.pose);
  useSignalValue(camera.frame);
  const { x, y, depth } = camera.project(at);
  if (Math.abs(depth) > 1) {
    return null;
  }
  return (
    <div className={classes.label} data-tone={tone} style={{ left: x, top: y }}>
      {children}
    </div>
  );
}
