import { effect } from '@preact/signals-core';
import { useEffect, useRef } from 'react';
import primitives from '../../components/primitives.module.css';
import { useEditor } from '../hooks/use-editor.tsx';
import { usePeople } from '../hooks/use-people.ts';
import type { ConnectedPerson } from '../kernels/connected-people.ts';
import { visiblePeerCamera, visiblePeerCursor } from '../queries/visible-peers.ts';
import classes from './presence.module.css';

/**
 * Names of other users beside their pointers, else beside their cameras; screen readers find them in the bar.
 */
export function PeerLabels() {
  const people = usePeople().filter(({ isAway }) => !isAway);
  return (
    <div className={primitives.clippedLayer} aria-hidden="true">
      {people.map((here) => (
        <PeerLabel key={here.clientId} here={here} />
      ))}
    </div>
  );
}

/** Positions itself without React, as it moves with every frame. */
function PeerLabel({ here }: { here: ConnectedPerson }) {
  const editor = useEditor();
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { camera } = editor;
    const place = () => {
      const at = visiblePeerCursor(editor, here) ?? visiblePeerCamera(editor, here)?.eye ?? null;
      if (label.current) {
        label.current.hidden = at === null;
      }
      if (label.current && at) {
        const { x, y } = camera.project(at);
        label.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      }
    };
    return effect(place);
  }, [editor, here]);
  return (
    <span ref={label} hidden className={classes.label} style={{ borderColor: here.person.avatarColor }}>
      {here.person.name}
    </span>
  );
}
