import type { ConnectedPerson } from '../kernels/connected-people.ts';
import { useEditor } from './use-editor.tsx';
import { useSignalValue } from './use-signal-value.ts';

/** Other users with the scene open, each once regardless of tabs. */
export function usePeople(): readonly ConnectedPerson[] {
  return useSignalValue(useEditor().presence.people);
}
