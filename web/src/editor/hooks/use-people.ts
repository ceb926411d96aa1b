import { signal } from '@preact/signals-core';
import type { ConnectedPerson } from '../kernels/connected-people.ts';
import { useEditor } from './use-editor.tsx';
import { useSignalValue } from './use-signal-value.ts';

const NOBODY = signal<readonly ConnectedPerson[]>([]);

/** Other users with the scene open, each once regardless of tabs. */
export function usePeople(): readonly ConnectedPerson[] {
  const { presence } = useEditor();
  return useSignalValue(presence?.people ?? NOBODY);
}
