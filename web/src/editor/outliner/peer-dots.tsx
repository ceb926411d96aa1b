import { signal } from '@preact/signals-core';
import { useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';

const NOBODY = signal<readonly never[]>([]);

/** Dots in the colours of other users who have selected a node. */
export function PeerDots({ id }: { id: string }) {
  const { presence } = useEditor();
  const peers = useSignalValue(presence?.peers ?? NOBODY);
  return peers
    .filter(({ selection }) => selection.includes(id))
    .map(({ clientId, person }) => (
      <span
        key={clientId}
        className="shrink-0 rounded-full size-[8px]"
        title={person.name}
        style={{ background: person.avatarColor }}
      />
    ));
}
